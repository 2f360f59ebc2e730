import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownStatuses, describeStatus } from './status-notice.ts'

const languages = ['zh-CN', 'en'] as const
const textsOf = (language: string) =>
  JSON.parse(readFileSync(`locales/${language}/status.json`, 'utf8')) as Record<string, string>
const translatorOf =
  (texts: Record<string, string>) =>
  (key: string, values: Record<string, string | number> = {}) =>
    (texts[key] ?? '').replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name]))

test.each(languages)('every status of the specification has its text in %s [264-278]', (language) => {
  const translate = translatorOf(textsOf(language))
  for (const status of knownStatuses) {
    const notice = describeStatus({ status, msg: 'x', url: '/api/modules' }, translate)
    expect(notice).toEqual({ title: `${status} /api/modules`, text: textsOf(language)[status] })
    expect(notice.text).not.toBe('')
  }
})

test('an unknown status is told by its status text [279]', () => {
  const answer = { status: 418, msg: 'I’m a teapot', url: '/api/tea' }
  expect(describeStatus(answer, translatorOf(textsOf('zh-CN')))).toEqual({
    title: '418 /api/tea',
    text: 'I’m a teapot',
  })
})

test('a refusal under HTTP 200 is told by its msg, or by the text of the network without one [228, 229]', () => {
  const texts = textsOf('zh-CN')
  const refused = { status: 200, code: 500, url: '/api/modules' }
  expect(describeStatus({ ...refused, msg: '模块已停用' }, translatorOf(texts)).text).toBe('模块已停用')
  expect(describeStatus({ ...refused, msg: '' }, translatorOf(texts)).text).toBe(texts['networkText'])
})
