import { matchLesson } from '../inject/match.ts';
import { type CallTexts, callTexts } from '../inject/match-texts.ts';
import { ANYWHERE } from '../inject/scope.ts';
import { shellView } from '../inject/shell-view.ts';
import { lessonTakesTool } from '../inject/tools.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { ToolCall } from '../model/tool-call.ts';

/**
 * What agents call in any project, about as often as they do: what a trigger is held against where few past calls are
 * known. Invented; nothing in it is a mistake.
 */
export const EVERYDAY_COMMANDS = `ls
ls -la src
ls node_modules/.bin
pwd
cat package.json
cat README.md | head -50
cat latest.txt
cat src/config.ts
head -100 src/index.ts
tail -50 logs/app.log
sed -n 1,80p src/server.py
find . -name "*.test.ts" -not -path "./node_modules/*"
find src -type f | head -40
grep -rn "TODO" src
grep -n "export" src/index.ts
grep -rn "handleError" src --include=*.ts | head
rg "createUser" src
rg -n "interface Props" -g "*.tsx"
wc -l src/*.ts
mkdir -p src/utils
cp .env.example .env
mv src/old.ts src/new.ts
rm -rf dist
rm -f tmp/out.json
touch src/new.ts
chmod +x scripts/deploy.sh
echo done
export NODE_ENV=test
which node
node --version
node scripts/build.js
node -e "console.log(process.version)"
git status
git status --short
git diff
git diff --stat
git diff HEAD~1 -- src/index.ts
git log --oneline -10
git log -3
git show HEAD --stat
git branch
git branch --show-current
git checkout -b fix-login
git checkout main
git switch main
git add -A
git add src/index.ts
git commit -m "Fix the login"
git commit -m "Add tests for the parser"
git push
git push -u origin fix-login
git push --force-with-lease
git pull --rebase
git fetch origin
git stash
git stash pop
git rebase main
git merge main
git rev-parse HEAD
git remote -v
cd app && npm install
cd app && npm test
cd /srv/app && git status
cd packages/web && pnpm build
cd .. && ls
npm install
npm ci
npm test
npm run build
npm run lint
npm run dev
npm run test -- src/parser.test.ts
npx tsc --noEmit
npx vitest run src/parser.test.ts
npx eslint src --fix
npx prettier --write src
pnpm install
pnpm test
pnpm run dev
pnpm --filter web build
yarn install
yarn build
bun test
bun run build
python3 -m pytest tests -q
pytest tests/test_api.py -x
python3 scripts/migrate.py
python -c "print(1)"
python3 -m venv .venv && . .venv/bin/activate
pip install -r requirements.txt
uv sync
uv run pytest -q
ruff check .
mypy src
python manage.py migrate
cargo build
cargo test
cargo clippy
go build ./...
go test ./...
go vet ./...
gofmt -l .
make
make test
docker ps
docker build -t app .
docker build --force-rm -t app .
docker compose up -d
docker compose logs web
docker logs app --tail 50
kubectl get pods
kubectl logs deploy/web
kubectl apply -f k8s/web.yaml
terraform plan
terraform init
helm list
curl -s http://localhost:3000/health
curl -X POST http://localhost:3000/api/users -d '{}'
ssh web-1 uptime
psql -c "select 1"
sqlite3 app.db ".tables"
redis-cli ping
jq .version package.json
gh pr view 12
gh pr create --title "Fix the login" --body "See the issue"
gh run list
ps aux | grep node
lsof -i :3000
kill 4711
sleep 5
sleep 2 && curl -s http://localhost:3000
date
sudo systemctl status nginx
sudo apt-get install -y jq
npm run build && npm test
git add -A && git commit -m "Update the docs" && git push
npm run build 2>&1 | tail -20
for f in src/*.ts; do wc -l "$f"; done
if [ -f .env ]; then echo yes; fi`.split('\n');

/** Files, and what is put into them. */
const EDITS = `src/index.ts	import { createServer } from 'node:http';
src/server.ts	const company = await loadCompany(request.params.id);
src/api/users.ts	export async function listUsers(limit: number): Promise<User[]> {
src/utils/format.ts	return items.map((item) => item.name).join(', ');
src/components/Button.tsx	<button className="primary" onClick={onClick}>{label}</button>
src/components/Button.test.tsx	expect(screen.getByText('Save')).toBeDefined();
src/styles/main.css	.primary { color: blue; }
src/parser.py	def parse(text: str) -> list[Token]:
tests/test_parser.py	assert parse('a b') == [Token('a'), Token('b')]
app/models.py	name = models.CharField(max_length=200)
app/migrations/0004_name.py	migrations.AddField('user', 'name', models.TextField())
cmd/main.go	if err != nil { return fmt.Errorf("load: %w", err) }
internal/store/store.go	rows, err := db.Query("select id from users where id = ?", id)
src/lib.rs	pub fn load(path: &Path) -> Result<Config, Error> {
src/main/java/App.java	public static void main(String[] args) {
package.json	"test": "vitest run",
tsconfig.json	"strict": true,
pyproject.toml	dependencies = ["requests>=2"]
README.md	Run the tests with npm test. Many options have a default.
docs/setup.md	Install the dependencies first, then build.
CHANGELOG.md	- The login works again.
.github/workflows/ci.yml	- run: npm ci
Dockerfile	RUN npm ci --omit=dev
.env.example	DATABASE_URL=postgres://localhost/app
scripts/deploy.sh	set -euo pipefail`
  .split('\n')
  .map((line) => line.split('\t') as [path: string, content: string]);

interface Everyday {
  call: ToolCall;
  texts: CallTexts;
  /** What a person sees of it. */
  shown: string;
}

let made: Everyday[] | undefined;

function everydayCalls(): Everyday[] {
  made ??= [
    ...EVERYDAY_COMMANDS.map((command) => prepared('Bash', { command }, command)),
    ...EDITS.flatMap(([path, text]) => [
      prepared('Read', { file_path: path }, path),
      prepared('Edit', { file_path: path, new_string: text }, path),
      prepared('Write', { file_path: path, content: text }, path),
    ]),
  ];
  return made;
}

function prepared(tool: string, input: ToolCall['input'], shown: string): Everyday {
  const path = input['file_path'];
  const paths = typeof path === 'string' ? [`/srv/app/${path}`] : [];
  const call = { tool, nativeTool: tool, input, cwd: '/srv/app', paths };
  return { call, texts: callTexts(call, tool === 'Bash' ? shellView(shown) : null), shown };
}

/** Of the everyday calls of a lesson's tools those that its trigger meets, each once, and their share of all. */
export function everydayMatches(lesson: CompiledLesson): { share: number; met: string[] } {
  const anywhere = { ...lesson, scope: 'global', actsAtCalls: true };
  const own = everydayCalls().filter(({ call }) => lessonTakesTool(lesson.toolNames, call));
  const met = own.filter(({ call, texts }) => matchLesson(call, texts, anywhere, ANYWHERE) !== null);
  return {
    share: own.length === 0 ? 0 : met.length / own.length,
    met: [...new Set(met.map(({ shown }) => shown))],
  };
}
