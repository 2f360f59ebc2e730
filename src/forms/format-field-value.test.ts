import { expect, test } from 'vitest'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { formatFieldValue } from './format-field-value.ts'

const words = { yes: 'Yes', no: 'No' }

test.each([
  [travelInfos.fields.vehicle, 'by_self', 'By self'],
  [travelInfos.fields.special_catering_needs, ['halal', 'other'], 'Halal, Other'],
  [travelInfos.fields.need_book_hotel, false, 'No'],
  [travelInfos.fields.entry_at, '2023-09-04', 'Monday, 4 September'],
  [sideMeetings.fields.guests, ['张伟', 'Ada'], '张伟, Ada'],
  [sideMeetings.fields.start_time_at, '09:00', '09:00'],
])('%# is told in words', (field, value, text) => {
  expect(formatFieldValue(field, value, 'en', words)).toBe(text)
})

test('in Chinese names stand with their own comma, and a day is the same one wherever the phone is', () => {
  expect(formatFieldValue(sideMeetings.fields.guests, ['张伟', '李娜'], 'zh-CN', words)).toBe('张伟、李娜')
  expect(formatFieldValue(travelInfos.fields.entry_at, '2023-09-04', 'zh-CN', words)).toBe('9月4日 星期一')
})
