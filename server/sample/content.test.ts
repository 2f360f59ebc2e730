import { describe, expect, it } from 'vitest'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { forumSetting, meetingRooms, subForums, tourRoutes } from '#contract/forum.ts'
import { moduleDefinitions } from '#contract/modules/index.ts'
import { formatDateInTimeZone } from '#contract/time.ts'
import { documents, news, sampleRows } from './rows.ts'

const articles = [...news, ...sampleRows.qa, ...documents.map(({ row }) => row)]

const rowsByModule = new Map<string, readonly { id: string }[]>([
  ...Object.entries(sampleRows),
  ['documents', documents.map(({ row }) => row)],
])

/** A value of a row with the field it belongs to. */
interface Value {
  place: string
  field: FieldDefinition | undefined
  value: unknown
}

const values: Value[] = [...rowsByModule].flatMap(([module, rows]) =>
  rows.flatMap((row) =>
    Object.entries(row)
      .filter(([key, value]) => key !== 'id' && value !== null)
      .map(([key, value]) => ({
        place: `${module} ${row.id}.${key}`,
        field: fieldsOf(module)[key],
        value,
      })),
  ),
)

/** Single texts of all values, those of both languages one by one. */
const texts = values.flatMap(({ place, field, value }) =>
  (field?.localized ? Object.values(value as object) : [value])
    .filter((text) => typeof text === 'string')
    .map((text) => ({ place, field, text })),
)

describe('the sample forum', () => {
  it('has as much of everything as a forum needs', () => {
    const counts = Object.fromEntries([...rowsByModule].map(([module, rows]) => [module, rows.length]))
    expect(counts).toEqual({
      settings: 5,
      rooms: 15,
      tracks: subForums.length,
      speakers: 65,
      sessions: 84,
      article_category: 6,
      informations: 23,
      documents: 12,
      pages: 9,
      places: 16,
      partners: 14,
      tour_routes: tourRoutes.length,
      meeting_rooms: meetingRooms.length,
      materials: 1,
      qa: 32,
      hall_plans: 2,
      exhibitors: 12,
      live_streams: 7,
      users: 11,
      registrations: 8,
      staff_registrations: 3,
      travel_infos: 3,
      side_meetings: 5,
      speech_materials: 1,
    })
    expect(news.filter(({ status }) => status === 'published')).toHaveLength(20)
    expect(documents.filter(({ row }) => row.is_hot)).toHaveLength(5)
  })

  it('names only fields of the definitions', () => {
    expect(placesOf(values.filter(({ field }) => field === undefined))).toEqual([])
  })

  it('has a value for every field that needs one', () => {
    const missing = [...rowsByModule].flatMap(([module, rows]) =>
      rows.flatMap((row) =>
        Object.entries(fieldsOf(module))
          .filter(([key, field]) => isNeeded(field) && !(key in row))
          .map(([key]) => `${module} ${row.id}.${key}`),
      ),
    )
    expect(missing).toEqual([])
  })

  it('has every text in both languages, each in its own script', () => {
    const localized = values.filter(({ field }) => field?.localized)
    const bad = localized.filter(({ value }) => {
      const { 'zh-CN': zh, en, ...others } = value as Record<string, unknown>
      const isChinese = /\p{Script=Han}/u.test(JSON.stringify(zh))
      const isEnglish = /[a-z]/.test(JSON.stringify(en)) && !/\p{Script=Han}/u.test(JSON.stringify(en))
      return !isChinese || !isEnglish || Object.keys(others).length > 0
    })
    expect(placesOf(bad)).toEqual([])
    expect(localized.length).toBeGreaterThan(400)
  })

  it('keeps to the lengths, patterns and options of the fields', () => {
    const bad = texts.filter(({ field, text }) => {
      const isLong = text.length > (field?.max ?? Number.POSITIVE_INFINITY)
      const isOdd = field?.pattern !== undefined && !new RegExp(field.pattern).test(text)
      const isUnknown = field?.options !== undefined && !field.options.some(({ value }) => value === text)
      return isLong || isOdd || isUnknown
    })
    expect(placesOf(bad)).toEqual([])
  })

  it('has ids that are unique in their module and fit into addresses', () => {
    const twice = [...rowsByModule].flatMap(([, rows]) => duplicatesOf(rows.map(({ id }) => id)))
    const ids = [...rowsByModule].flatMap(([, rows]) => rows.map(({ id }) => id))
    expect(twice).toEqual([])
    expect(ids.filter((id) => !/^(?!all$)[A-Za-z0-9_-]{1,64}$/.test(id))).toEqual([])
  })

  it('points only to rows that are there', () => {
    const lost = values.filter(({ field, value }) => {
      if (!field?.relation) return false
      const targets = new Set(rowsByModule.get(field.relation.module)?.map(({ id }) => id))
      return [value as string | string[]].flat().some((id) => !targets.has(id))
    })
    expect(placesOf(lost)).toEqual([])
  })

  it('numbers news and documents without a number twice, and with leading zeros [T13]', () => {
    const numbers = articles.map(({ no }) => no)
    expect(duplicatesOf(numbers)).toEqual([])
    expect(numbers).toContain('20230801')
    expect(numbers.filter((no) => no.startsWith('0'))).toEqual(['00017', '00018'])
  })

  it('dates articles from July to September 2023', () => {
    const dates = articles.map((article) => formatDateInTimeZone(article.published_at, forumSetting.timeZone))
    expect(dates.filter((date) => !/^2023-0[789]-\d\d$/.test(date))).toEqual([])
  })

  it('lets every speaker speak', () => {
    const heard = new Set(sampleRows.sessions.flatMap((session) => session.speakers))
    expect(sampleRows.speakers.map(({ id }) => id).filter((id) => !heard.has(id))).toEqual([])
  })
})

function fieldsOf(module: string): Readonly<Record<string, FieldDefinition>> {
  const definition = moduleDefinitions.find(({ name }) => name === module)
  if (!definition) throw new Error(`no module ${module}`)
  return definition.fields
}

/** Files have no value before they are stored. */
function isNeeded(field: FieldDefinition): boolean {
  return field.required && field.surfaces.form && field.default === undefined && field.type !== 'file'
}

function placesOf(items: readonly { place: string }[]): string[] {
  return items.map(({ place }) => place)
}

function duplicatesOf(items: readonly string[]): string[] {
  return items.filter((item, index) => items.indexOf(item) !== index)
}
