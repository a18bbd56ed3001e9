p='module.h';s=open(p).read()
s=s.replace('''/// Where the grader's own parts lie: found beside the program, or by $GRADER_ROOT.
struct Toolchain {''','''/// Where the grader's own parts lie: named by the file grader_parts.txt in a folder at or above the program's, or
/// in $GRADER_ROOT.
struct Toolchain {''')
open(p,'w').write(s)
