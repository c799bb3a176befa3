import { expect, test } from 'bun:test';
import { refusedInput } from './json-reply.ts';

const POSTS = `curl -s -X POST http://localhost:3100/moorings -H 'Content-Type: application/json' -d '{"boat":1}'`;

const REFUSED: [string, object, string][] = [
  ['Spring', { status: 415, error: 'Unsupported Media Type', path: '/moorings' }, 'Unsupported Media Type'],
  [
    'NestJS',
    { message: ['boat must be a string'], error: 'Bad Request', statusCode: 400 },
    'boat must be a string',
  ],
  [
    'FastAPI',
    { detail: [{ type: 'missing', loc: ['body', 'berth'], msg: 'Field required' }] },
    'berth: Field required',
  ],
  ['express-validator', { errors: [{ msg: 'Invalid value', path: 'berth' }] }, 'berth: Invalid value'],
  ['Django REST', { berth: ['This field is required.'] }, 'berth: This field is required.'],
  [
    'Laravel',
    { message: 'Given data was invalid', errors: { boat: ['The boat is taken.'] } },
    'The boat is taken.',
  ],
  ['Rails', { errors: { berth: ["can't be blank"] } }, "berth: can't be blank"],
  [
    'ASP.NET',
    {
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: { Boat: ['The Boat field is required.'] },
    },
    'The Boat field is required.',
  ],
  [
    'zod',
    { success: false, error: { issues: [{ path: ['berth'], message: 'Required' }], name: 'ZodError' } },
    'berth: Required',
  ],
  [
    'GraphQL',
    { errors: [{ message: 'Cannot query field "bot" on type "Mooring".' }] },
    'Cannot query field "bot" on type "Mooring".',
  ],
  [
    'PostgREST',
    { code: 'PGRST204', details: null, hint: null, message: "Could not find the 'bot' column of 'moorings'" },
    "Could not find the 'bot' column of 'moorings'",
  ],
  [
    'AWS',
    { __type: 'ValidationException', message: 'One or more values were invalid' },
    'One or more values were invalid',
  ],
  ['an envelope', { code: 400, message: '泊位: 不能为空', data: null }, '泊位: 不能为空'],
  [
    'a server that cannot read it',
    { code: 500, msg: 'JSON parse error: Invalid UTF-8 start byte 0xb8' },
    'JSON parse error: Invalid UTF-8 start byte 0xb8',
  ],
  ['its own flag', { success: false, message: 'berth must be positive' }, 'berth must be positive'],
];

test.each(REFUSED)('the refusal of %s is read', (_name, body, said) => {
  expect(refusedInput(POSTS, JSON.stringify(body))).toBe(said);
  expect(refusedInput(POSTS, `${JSON.stringify(body)}\n400\n`)).toBe(said);
});

test.each([
  ['a success', { code: 200, message: 'success', data: { id: 4 } }],
  ['a login that is asked for', { code: 401, message: 'no session' }],
  ['what is not there', { message: 'Cannot GET /mooring', error: 'Not Found', statusCode: 404 }],
  ['what is there already', { message: 'Tern is there already', statusCode: 409 }],
  ['too many requests', { error: 'rate limit exceeded' }],
  ['a server that breaks', { status: 500, error: 'Internal Server Error', path: '/moorings' }],
  [
    'an outage that calls itself a bad request',
    { status: 400, message: 'the harbour is temporarily unavailable' },
  ],
  ['data in lists alone', { boats: ['Tern', 'Gull'], berths: ['the long one'] }],
  ['a list of data', { moorings: ['Tern', 'Gull'], total: 2 }],
])('%s is no refusal of what was sent', (_name, body) => {
  expect(refusedInput(POSTS, JSON.stringify(body))).toBe('');
});

test('a request that says that it is to be refused was meant so', () => {
  const body = JSON.stringify({ message: ['boat must be a string'], statusCode: 400 });
  expect(refusedInput(`echo "invalid boat:"; ${POSTS}`, body)).toBe('');
  expect(refusedInput(`# should be refused\n${POSTS}`, body)).toBe('');
});

test('what is only asked for brings no input, unless the address holds some', () => {
  const body = JSON.stringify({ statusCode: 400, message: 'page must be a number' });
  expect(refusedInput('curl -s http://localhost:3100/moorings', body)).toBe('');
  expect(refusedInput('curl -s "http://localhost:3100/moorings?page=x"', body)).toBe('page must be a number');
});
