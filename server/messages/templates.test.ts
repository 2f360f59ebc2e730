import { describe, expect, test, it } from 'vitest'
import { locales } from '#contract/locale.ts'
import { renderMessage, templates, quoteText } from './templates.ts'

const params = {
  code: '123456',
  minutes: 5,
  time: '2026-03-01 16:00',
  name: 'Participant one',
  forum: 'Forum',
  reason: 'The photo is not clear.',
  meeting: 'Storage round table',
  date: '2023-09-06',
  from: '09:00',
  to: '11:00',
  room: 'Meeting Room 301',
  amount: '13,000',
  payee: 'Organising committee',
  bank: 'Sample Bank',
  account: '0000',
  reference: 'SM2345678ABC',
  pay_by: '2023-08-20',
  count: 3,
  lines: '- Registrations: 3',
  question: 'Is there parking?',
}

describe.each(templates)('the template %s', (template) => {
  test.each(locales)('has a subject of one line and a text in %s', (locale) => {
    const { subject, text } = renderMessage(template, locale, params)
    expect(subject).not.toBe('')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).not.toMatch(/[{}]/)
  })

  test.each(locales)(
    'has no words of a participant where a mail program shows them unopened in %s',
    (locale) => {
      const { subject, text } = renderMessage(template, locale, params)
      const shown = `${subject} ${text.split('\n')[0]}`
      const { name, meeting, question } = params
      expect([name, meeting, question].filter((text) => shown.includes(text))).toEqual([])
    },
  )
})

test('a value that is missing, and a template that there is not, are faults', () => {
  expect(() => renderMessage('code', 'en', { minutes: 5 })).toThrow(TypeError)
  expect(() => renderMessage('code', 'en', { minutes: 5, code: '1', toString: 'x' })).not.toThrow()
  expect(() => renderMessage('nothing', 'en', {})).toThrow(TypeError)
})

test('no template asks for an ID number', () => {
  for (const locale of locales)
    for (const template of templates)
      expect(JSON.stringify(renderMessage(template, locale, params))).not.toMatch(
        /id_number|passport|护照|身份证/i,
      )
})

test('a value is a value, whatever it holds', () => {
  expect(renderMessage('code', 'en', { code: '{{minutes}} $& $1', minutes: 5 }).text).toContain(
    '{{minutes}} $& $1',
  )
})

it.each([
  ['李示例', '李示例'],
  ['J. R. Li-Smith', 'J. R. Li-Smith'],
  ['Storage 2.0: prices', 'Storage 2.0: prices'],
  ['Win now https://evil.example/x?y Li', 'Win now Li'],
  ['www.evil.example Li', 'Li'],
  ['evil.example', 'evil. example'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil. example'],
  ['Li call@evil.example', 'Li'],
  ['Li\r\nBcc: a\u2028b\u202e', 'Li Bcc: a b'],
  ['evil。example ｅｖｉｌ｡ｏｒｇ', 'evil。 example evil。 org'],
  ['evil.\u034Fexample ht\u200Btps:\u{E0001}//evil.example', 'evil. example'],
  ['Li 192.0.2.1/x', 'Li /x'],
  ['葛\u{E0100}城', '葛城'],
  ['字'.repeat(100), `${'字'.repeat(79)}…`],
])('%j is quoted as %j', (text, quoted) => {
  expect(quoteText(text)).toBe(quoted)
})
