import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';

/** What words around a failure, in the call or by the assistant, say about it. */

/** A failure that is wanted: a test written first, a reproduction, a check that something is refused. */
const EXPECTED = anyOf(
  [
    /expect(?:ed|ing)?\b.{0,30}\b(?:fail|error|red)|should (?:now )?fail|must fail/,
    /fails? (?:first|as expected|before)|\bTDD\b|red (?:phase|test|first|state|run|baseline)\b/,
    /\b(?:intended|deliberate|desired) (?:\w+ ){0,2}(?:error|failure|refusal|exception|message)\b/,
    /\bred because\b|first,? (?:write |add )?an? failing test/,
    /(?:reproduc|replicat)(?:e|es|ing) (?:the|it|this)/,
    /confirm(?:s|ing)? (?:that )?(?:the|it|this) .{0,30}(?:bug|fail|issue|error)/,
    /see (?:it|them|the test) fail|watch (?:it|them) fail|(?:verify|prove) .{0,40}\bfails?\b/,
    /failing tests? first|regression test .{0,30}(?:fails|without)|negative (?:test|control|case)/,
    /\b(?:test|try|check|verify|with)\w*\b (?:[\w'-]+ ){0,5}(?:invalid|missing|bad|wrong|empty|malformed) (?:\w+ ){0,2}(?:inputs?|body|payload|values?|credentials?|fields?|param\w*|data|requests?|cases?)\b/,
    /\b(?:check|verify|confirm|ensure|make sure|test|see|show)s? (?:that |whether |if |how )?.{0,60}\b(?:refus|reject|den(?:y|ies|ied)\b|block|guard|complain)/,
    /(?:refus|reject|block|fail|den)\w* (?:as (?:intended|it should|wanted|designed)|correctly|properly)/,
    /correctly (?:refus|reject|fail|block|den)/,
    /\b(?:has|have|is|are|ought) to be (?:refused|rejected|denied|blocked)\b/,
    /\b(?:check|see|test|verify|look at|try)\b.{0,40}\b(?:error (?:message|output|handling|case)|exit code)/,
    /without the fix|mutation|\bbreak (?:the|this|it)\b.{0,60}\b(?:catch|notice|prove|detect)/,
    /sanity.?check/,
  ],
  { flags: 'i' },
);
/** True where words say that a failure is wanted. */
export const expectsFailure = filtered(EXPECTED);
/** A human wants to know whether something is refused, or what comes of it. */
export const ASKS_REFUSAL = anyOf(
  [
    /(?:make sure|check|verify|test|see|confirm|ensure|prove)\b[^.?!\n]{0,80}\b(?:cannot|can't|refuse|reject|den(?:y|ie)|block|forbid|(?:is|are|be) not (?:allowed|able|possible|permitted))/,
    /what (?:happens|comes out|does it (?:say|do)|would happen)\b[^.!\n]{0,60}\b(?:if|when|without)\b/,
    /(?:does|do|will|would|is|are|did)\b[^.!\n]{0,80}\b(?:refuse|reject|fail|crash|complain|block|den(?:y|ied)|forbid)\w*\b[^.!\n]{0,80}\?/,
  ],
  { before: /\b/, flags: 'i' },
);
/** The assistant says that it only asks: what comes back is the answer. */
export const ANNOUNCED = anyOf(
  [
    /(?:quick|brief|sanity|smoke|shape|availability) (?:[\w-]+ )?check\b/,
    /(?:check(?:ing)?|see(?:ing)?|test(?:ing)?|verify(?:ing)?|find(?:ing)? out|look(?:ing)?) (?:whether|if)\b/,
    /(?:check|see|look at)(?:ing)? .{0,40}\b(?:available|installed) (?:tools?|tooling|packages?|librar(?:y|ies)|modules?|dependencies)\b/,
    /whether .{3,80} (?:exists?|supports?|accepts?|is (?:there|available|installed|published))/,
  ],
  { before: /\b/, flags: 'i' },
);
/** The assistant takes what came back for a fault of the program, not of the call. */
export const FAULTS =
  /\b(?:(?:that|this|it)(?:'s| is)|found|we have|have) (?:a|an|another|the) (?:\w+ ){0,2}(?:regression|bug)\b/i;
/** A review hands in what it found: a call that failed is one of its findings. */
export const REPORTED = /^\W*(?:(?:review|audit) )?findings\b/i;
/** Values, and options, that are only passed to see a refusal. */
export const NEGATIVE_TRY = anyOf(
  [
    /bogus|nonexist\w*|non-exist\w*|does[-_]?not[-_]?exist\w*|no[-_]such[-_]?\w+|fake|garbage/,
    /(?<=[=/"'])not[ _-]found|invalid-\w+|notreal|xyzzy|(?<=\s--)(?:bad|wrong|nope)/,
  ],
  { before: /(?:^|[\s=/"'-])/, after: /(?=$|[\s=/"'.-])/, flags: 'i' },
);
/** The assistant puts the failure down to something else, or to a change that is meant. */
export const DISMISSED = anyOf(
  [
    /pre-?existing|unrelated\b/,
    /not (?:related|caused|due|from|because of)\b.{0,20}(?:my|our|this|the) (?:change|edit|work|pr|fix)?/,
    /(?:already|also) (?:fail|broken|present|exist)s? (?:on|in|before)/,
    /as (?:expected|intended|designed)|expected (?:failure|since|because|—|-|:)|that's expected/,
    /is expected|flak(?:y|e)|transient|intermittent|known (?:issue|failure)/,
    /(?:good|great|perfect|nice)[,.! —-]+(?:the |it |that )?.{0,40}(?:fails|reproduc)/,
    /test (?:correctly )?fails|tests? (?:does |do )?(?:catch(?:es)?|caught) (?:it|this|that|the)/,
    /confirms? (?:the )?(?:bug|issue|hypothesis|failure|problem)|reproduced/,
    /now (?:failing )?because .{0,40}(?:old|previous) behaviou?r/,
    /assert(?:s|ed|ing)? (?:the )?(?:old|previous)/,
    /need(?:s)? to update (?:the |this |that |these |existing )*(?:test|assertion|expectation)/,
    /update the (?:test|expected|assertion)|network (?:issue|hiccup|problem)|service is down/,
    /rate.?limit|local environment|environmental/,
  ],
  { flags: 'i' },
);
/** The assistant says what was wrong, or what to do instead. */
export const DIAGNOSED = anyOf(
  [
    /wrong (?:path|dir\w*|folder|flag|name|file|option|command|arg\w*|field|type|package|branch|import|module|version|syntax)/,
    /typo|i (?:need|have) to/,
    /need(?:s)? to (?:use|run|be|add|import|quote|escape|read|pass|specify|install|cd|change)/,
    /does(?:n't| not) (?:exist|support|have|take|accept|work|allow|recogni)/,
    /is(?:n't| not) (?:available|installed|supported|a valid|in|defined|on)/,
    /not (?:available|installed|supported|found|on path)|instead|must (?:be|use)|requires?|missing/,
    /unused|forgot|shell (?:quot|glob|escap)|quoting|glob/,
    /let me (?:fix|use|try|check the (?:correct|right|actual)|correct|adjust|find|read)/,
    /i'll (?:fix|use|correct|adjust|rerun|switch|retry|read)|rerun(?:ning)? with|because/,
  ],
  { flags: 'i' },
);
/** The assistant takes the blame. */
export const ADMITTED = anyOf(
  [
    /my (?:mistake|bad|error|fault|typo)|oops|whoops/,
    /i (?:forgot|missed|accidentally|mistakenly|incorrectly|wrongly|was wrong|misread|used the wrong|shouldn't have|should have|introduced|broke|left (?:an?|the|in)|removed (?:the|an?) .{0,30}(?:by mistake|too))/,
    /my (?:\w+ )?(?:change|edit|fix|refactor\w*|code|import|commit|replacement) (?:broke|removed|introduced|dropped|missed|is wrong|was wrong|changed)/,
    /i passed|i ran (?:it|the|that) (?:from|in) the wrong/,
  ],
  { before: /\b/, flags: 'i' },
);
/** Some tests are chosen: by name, by file or by line. */
export const NAMES_TESTS =
  /(?:^|\s)(?:-run|-k|-t|-m|--filter|--grep|--tests?|--testNamePattern|-Dtest)[ =]|[\w-]+[._-](?:test|spec)s?\.\w+|\btest_\w+\.py|_spec\.rb|::/;
/** The assistant takes a missing file for the answer to a question. */
export const ABSENT =
  /\b(?:there(?:'s| is| are) no\b|no \S{1,40} (?:file|here|yet|exists)|does(?:n't| not) (?:exist|have)|(?:isn't|is not|not) (?:there|present|here)|not yet\b)/i;
/** Files that many projects have: reading one asks whether it is there. */
export const CONVENTIONAL = anyOf(
  [
    /Makefile|Dockerfile|Justfile|Rakefile|Gemfile/,
    /(?:README|CHANGELOG|CONTRIBUTING|CLAUDE|AGENTS|GEMINI)(?:\.\w+)?|package\.json|tsconfig\.json/,
    /pyproject\.toml|requirements\.txt|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle/,
    /LICEN[SC]E(?:\.\w+)?|CMakeLists\.txt|composer\.json|manage\.py|setup\.cfg|tox\.ini/,
    /(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml/,
    /\.env[\w.]*|\.gitignore|\.?[\w-]+(?:rc|\.conf(?:ig)?)(?:\.\w+)?/,
  ],
  { before: /(?:^|[\\/])/, after: /$/, flags: 'i' },
);
/** The assistant does without what is missing. */
export const NOT_NEEDED = anyOf(
  [
    /\b(?:not|isn't|n't) (?:(?:that|really|strictly|so) )?(?:critical|important|needed|necessary|essential|required|a blocker)\b/,
    /\bdoes(?:n't| not) matter\b|\b(?:i'll|let me|we can|can be|i) skip\b|\b(?:do|go on|proceed) without (?:it|that|them)\b/,
    /\b(?:pas|nicht|non|não|no) (?:(?:est|é|es|ist) )?(?:critique|important|nécessaire|kritisch|wichtig|nötig|critico|crítico|necessario|necesario|necessário)\b/,
  ],
  { flags: 'i' },
);
/** A test written first fails: the next words open with it. */
export const RED_CONFIRMED = /^\W*RED (?:phase )?(?:is )?confirmed\b/i;
/** The failure came as it was announced. */
export const RED =
  /\b(?:RED (?:phase )?(?:is )?confirmed|TDD RED\b|fails? (?:as (?:expected|it should|intended)|for the right reason)|expected(?:ly)? (?:to )?(?:red\b|fail))/i;
