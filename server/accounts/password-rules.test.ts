import { describe, expect, test } from 'vitest'
import { findPasswordIssue } from './password-rules.ts'

describe('the length of a password', () => {
  test.each([
    ['tidal-7', 'field.too_short'],
    ['tidal-47', undefined],
    // Characters outside of the basic plane count once.
    ['𠀀𠀁𠀂𠀃𠀄𠀅𠀆', 'field.too_short'],
    [Array.from({ length: 128 }, (_, at) => String.fromCodePoint(0x20000 + at)).join(''), undefined],
    ['能'.repeat(129), 'field.too_long'],
    // Decomposed characters count as what they are composed to.
    ['e\u0301'.repeat(7), 'field.too_short'],
  ])('%j [102, T40]', (password, fault) => {
    expect(findPasswordIssue(password)).toBe(fault)
  })
})

describe('a common password', () => {
  test.each([
    'password',
    'Password1',
    'PASSWORD',
    'Password2023!',
    'P@$$w0rd',
    'ｐａｓｓｗｏｒｄ',
    '12345678',
    '87654321',
    '1234abcd',
    'abc123!!',
    'qwertyuiop',
    'aaaaaaaaaa',
    'abcabcabc',
    '能源能源能源能源',
    'woaini1314',
    '5201314520',
    '19900101',
    'Suzhou2023',
    '苏州2023!!',
    '!!forum2023',
    'Welcome2023',
    'admin@2023',
  ])('%s is refused', (password) => {
    expect(findPasswordIssue(password)).toBe('password.common')
  })

  test.each([
    'tidal-lagoon-42',
    '能源转型 forum',
    'correct horse',
    '80413977',
    'kestrel over reeds',
    '青山绿水共为邻里',
  ])('%s is not one', (password) => {
    expect(findPasswordIssue(password)).toBeUndefined()
  })
})

describe("a person's own data", () => {
  const own = ['l.zhangsan', '张三丰', '+8613912345067', 'zhang.san@solar-works.example', null]

  test.each([
    '+8613912345067',
    '13912345067',
    '12345067',
    'zhang.san@solar-works.example',
    'Zhang2023!',
    'solar-works',
    'l.zhangsan',
    'ZHANGSAN1',
    '张三丰张三丰123',
    'x13912345067x',
  ])('%s is refused', (password) => {
    expect(findPasswordIssue(password, own)).toBe('password.personal')
  })

  test('a long password may have a word of them in it', () => {
    expect(findPasswordIssue('zhang likes kestrels over reeds', own)).toBeUndefined()
    expect(findPasswordIssue('zhang-reeds', own)).toBeUndefined()
  })
})
