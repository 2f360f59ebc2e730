import { describe, expect, it } from 'vitest'
import { f } from '#contract/fields.ts'
import { locales } from '#contract/locale.ts'
import { moduleDefinitions } from '#contract/modules/index.ts'
import { errorText } from '#server/http/error-texts.ts'
import { suggestMapping, listSheetColumns } from './sheet-columns.ts'
import { findOption } from './choice.ts'

const columns = listSheetColumns(
  Object.entries({
    title: f.string({ label: { 'zh-CN': '标题', en: 'Title' }, localized: true }),
    url: f.string({ label: { 'zh-CN': 'URL', en: 'url' }, localized: true }),
    starts_at: f.datetime({ label: { 'zh-CN': '开始', en: 'Starts' } }),
    size: f.string({ label: { 'zh-CN': '面积', en: 'Area' } }),
    room_size: f.string({ label: { 'zh-CN': '房间面积', en: 'Size' } }),
    a: f.string({ label: { 'zh-CN': '日期', en: 'Day' } }),
    b: f.string({ label: { 'zh-CN': '日期', en: 'Date' } }),
    c: f.text({ label: { 'zh-CN': '备注', en: 'Note' }, localized: true }),
    d: f.text({ label: { 'zh-CN': '备注', en: 'Remark' }, localized: true }),
  }),
)
const mapped = (...headers: string[]) => suggestMapping(headers, columns)

describe('headers and the columns that they mean', () => {
  it.each<readonly [string, string | null]>([
    ['title.zh-CN', 'title.zh-CN'],
    ['TITLE.EN', 'title.en'],
    ['标题（英文）', 'title.en'],
    ['标题(中文)', 'title.zh-CN'],
    ['Title (Chinese)', 'title.zh-CN'],
    ['标题', 'title.zh-CN'],
    ['Title', 'title.en'],
    ['starts_at', 'starts_at'],
    ['\u{FEFF}Starts', 'starts_at'],
    [' ＳＴＡＲＴＳ * ', 'starts_at'],
    ['* 开始', 'starts_at'],
    ['size', 'size'],
    // As it was exported, though another column has it for its path.
    ['Size', 'room_size'],
    ['日期（a）', 'a'],
    ['Day (a)', 'a'],
    // What could be two columns is none.
    ['日期', null],
    ['备注', null],
    ['note', 'c.en'],
    ['URL', null],
    ['title', 'title.en'],
    ['', null],
    ['  ', null],
    ['*', null],
    ['Colour', null],
    ...locales.map((locale) => [errorText('sheet.errors_header', locale), null] as const),
  ])('%j means %j', (header, path) => {
    expect(mapped(header)).toEqual([path])
  })

  it('give a column once: to the surest, and of equal ones to the first', () => {
    expect(mapped('Title', 'Title (English)', '标题')).toEqual([null, 'title.en', 'title.zh-CN'])
    expect(mapped('STARTS', 'starts_at', '开始')).toEqual([null, 'starts_at', null])
    expect(mapped('Starts', 'Starts', '', '')).toEqual(['starts_at', null, null, null])
  })
})

describe.each(moduleDefinitions.map((definition) => [definition.name, definition] as const))(
  'the columns of %s',
  (_, { fields }) => {
    const own = listSheetColumns(Object.entries(fields))
    const paths = own.map(({ path }) => path)

    it('are found by what is written above them, in either language and by path', () => {
      for (const locale of locales)
        expect(
          suggestMapping(
            own.map(({ label }) => label[locale]),
            own,
          ),
        ).toEqual(paths)
      expect(suggestMapping(paths, own)).toEqual(paths)
    })

    it('have options of which each is found by its value and its label in either language', () => {
      for (const field of Object.values(fields))
        for (const { value, label } of field.options ?? [])
          for (const text of [value, ...locales.map((locale) => label[locale])])
            expect(findOption(field, text)).toBe(value)
    })
  },
)
