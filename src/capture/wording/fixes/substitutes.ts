import { type ShellPart, shellParts, unversioned } from '../../shell/shell.ts';
import { code } from '../prose.ts';

/** What does the job of a program that is often not installed, best first. Their first words are programs. */
const SUBSTITUTES = new Map<string, readonly string[]>([
  ['ack', ['grep -rn PATTERN']],
  ['ag', ['grep -rn PATTERN']],
  ['bat', ['cat FILE']],
  ['bc', ["awk 'BEGIN { print 1/3 }'", 'python3 -c "print(1/3)"']],
  ['column', ['awk']],
  ['curl', ['wget -qO- URL', 'python3 -c "…urllib.request…"']],
  ['dig', ['getent hosts NAME', 'nslookup NAME', 'host NAME']],
  ['docker-compose', ['docker compose']],
  ['dos2unix', ["sed -i 's/\\r$//' FILE", "tr -d '\\r'"]],
  ['eza', ['ls']],
  ['fd', ["find . -name 'PATTERN'"]],
  ['file', ['head -c 64 FILE | od -c']],
  ['gawk', ['awk']],
  ['gsed', ['sed']],
  ['hexdump', ['od -c FILE', 'xxd FILE']],
  ['host', ['getent hosts NAME', 'nslookup NAME']],
  ['htop', ['top -b -n 1', 'ps aux']],
  ['ifconfig', ['ip addr']],
  ['jq', ['python3 -c "import json, sys; …"', 'node -e "…JSON.parse…"']],
  ['killall', ['pkill NAME', 'kill PID']],
  ['locate', ["find / -name 'PATTERN'"]],
  ['lsof', ['ss -ltnp', 'netstat -ano', 'fuser PORT/tcp']],
  ['md5sum', ['md5 FILE', 'openssl md5 FILE', 'certutil -hashfile FILE MD5']],
  ['mongosh', ['docker exec CONTAINER mongosh']],
  ['mysql', ['docker exec CONTAINER mysql']],
  ['nc', ['bash -c "echo > /dev/tcp/HOST/PORT"', 'curl -v telnet://HOST:PORT']],
  ['netstat', ['ss -ltnp', 'lsof -i -P']],
  ['node -', ['python3 -c "…"', 'bun -e "…"']],
  ['node -e', ['python3 -c "…"', 'bun -e "…"']],
  ['node -p', ['python3 -c "…"', 'bun -e "…"']],
  ['nproc', ['sysctl -n hw.ncpu', 'getconf _NPROCESSORS_ONLN']],
  ['nslookup', ['getent hosts NAME', 'dig NAME', 'host NAME']],
  ['open', ['xdg-open FILE', 'start FILE']],
  [
    'openssl rand',
    ['python3 -c "import secrets; print(secrets.token_hex(32))"', 'node -e "…crypto.randomBytes…"'],
  ],
  ['pbcopy', ['xclip -selection clipboard', 'clip']],
  ['psql', ['docker exec CONTAINER psql']],
  ['pstree', ['ps -ef --forest', 'ps aux']],
  ['python3 -', ['node -e "…"', "perl -e '…'"]],
  ['python3 -c', ['node -e "…"', "perl -e '…'"]],
  ['readelf', ['objdump -p FILE', 'otool -L FILE']],
  [
    'realpath',
    ['readlink -f PATH', 'python3 -c "import os, sys; print(os.path.realpath(sys.argv[1]))" PATH'],
  ],
  ['redis-cli', ['docker exec CONTAINER redis-cli']],
  ['rg', ['grep -rn PATTERN', "find . -name 'PATTERN'"]],
  ['rsync', ['cp -R', 'scp -r', 'tar']],
  ['sha256sum', ['shasum -a 256 FILE', 'openssl sha256 FILE']],
  ['shasum', ['sha256sum FILE', 'openssl sha256 FILE']],
  ['sqlite3', ['python3 -c "import sqlite3; …"', 'node -e "…"']],
  ['strings', ["grep -a -o '[[:print:]]\\{6,\\}' FILE"]],
  ['tac', ['tail -r FILE', "awk '{ a[NR]=$0 } END { for (i=NR; i; i--) print a[i] }'"]],
  ['telnet', ['nc -vz HOST PORT', 'curl -v telnet://HOST:PORT']],
  ['traceroute', ['tracepath HOST', 'tracert HOST']],
  ['tree', ["find . -maxdepth 2 -not -path '*/.git*'", 'ls -R', 'powershell -Command "Get-ChildItem …"']],
  ['unzip', ['python3 -m zipfile -e FILE DIR', 'tar -xf FILE', 'bsdtar -xf FILE']],
  ['wget', ['curl -LO URL', 'curl -fsSL URL -o FILE']],
  ['xdg-open', ['open FILE', 'start FILE']],
  ['xmllint', ['python3 -c "import xml.dom.minidom; …"']],
  ['xxd', ['od -A x -t x1z FILE', 'hexdump -C FILE']],
  ['yq', ['python3 -c "import yaml; …"']],
  ['zip', ['python3 -m zipfile -c FILE DIR', 'tar -czf FILE DIR']],
]);

/** The program of an example and, where that names one, its subcommand: `getent hosts`, `python`. */
function headOf(example: string): string {
  const [program = '', sub = ''] = example.split(' ');
  const name = unversioned(program).replace(/[\d.]+$/, '');
  return /^[a-z]{2,}$/.test(sub) ? `${name} ${sub}` : name;
}

/** Their code can be for anything. */
const SCRIPTS = /^(?:python|node|awk|sed)$/;

const listFor = (program: string, sub: string): readonly string[] =>
  SUBSTITUTES.get(`${program} ${sub}`) ?? SUBSTITUTES.get(program) ?? [];

/** What usually does the job of a program that is not installed, as a sentence; empty where nothing is known to. */
export function substituteFor(program: string, sub: string): string {
  const known = listFor(program, sub).slice(0, 2);
  return known.length === 0
    ? ''
    : `${code(program)} is not installed here, or not on PATH: ${known.map(code).join(' or ')} does its job.`;
}

/** The first of the commands that were run next which does the job of the missing program; undefined where none does. */
export function substituteIn(program: string, sub: string, commands: readonly string[]): string | undefined {
  const heads = new Set(listFor(program, sub).map(headOf));
  const is = (part: ShellPart, at: number): boolean => {
    const name = unversioned(part.program).replace(/[\d.]+$/, '');
    return (
      heads.has(`${name} ${part.args[0] ?? ''}`) || (heads.has(name) && (at === 0 || !SCRIPTS.test(name)))
    );
  };
  return heads.size === 0
    ? undefined
    : commands.find((command, at) => shellParts(command).some((part) => is(part, at)));
}
