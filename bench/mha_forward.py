"""Times NumPy's mha_forward at B = 4, T = 128, D = 256, H = 8: prints the median of RUNS runs in milliseconds."""
import sys
import time

import numpy as np

B, T, D, H = 4, 128, 256, 8


def numbers(shape, scale):
    i = np.arange(int(np.prod(shape)))
    return (scale * np.sin(i * i % 10007)).reshape(shape)


def split_heads(x):
    return x.reshape(*x.shape[:2], H, -1).transpose(0, 2, 1, 3)


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def mha_forward(x, params):
    q, k, v = (split_heads(x @ params[name]) for name in ("Wq", "Wk", "Wv"))
    mask = np.triu(np.full((T, T), -np.inf), 1)
    heads = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + mask) @ v
    return heads.transpose(0, 2, 1, 3).reshape(x.shape) @ params["Wo"]


runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
x = numbers((B, T, D), 1.4)
params = {name: numbers((D, D), 1.4 / 16) for name in ("Wq", "Wk", "Wv", "Wo")}
times = []
for run in range(runs + 1):
    begin = time.perf_counter()
    mha_forward(x, params)
    if run > 0:  # the first one warms up
        times.append((time.perf_counter() - begin) * 1000)
print(f"{sorted(times)[len(times) // 2]:.3f}")
