import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { ImportForum } from '../support/import-forum.ts'

const fixtures = new URL('../fixtures/sheets/', import.meta.url)

/** What a person makes of the columns of COSCUP's sessions, of which some mean other things than their headers say. */
const sessionColumns = {
  A: 'title.en',
  B: null,
  C: 'room',
  D: 'starts_at',
  E: 'ends_at',
  F: null,
  G: 'abstract.zh-CN',
  H: 'abstract.en',
  I: null,
  O: 'title.zh-CN',
}

eachDatabase('published sessions', (place) => {
  const forum = new ImportForum(place)

  const list = async (module: string, fields: string) => {
    const path = `/front/query/${module}/all?size=0&drafts=true&fields=${fields}`
    const response = await forum.server.get(path, forum.organiser)
    return ((await response.json()) as { data: { items: Record<string, unknown>[] } }).data.items
  }

  it('come in as they are: 200 of COSCUP 2023 [S13]', async () => {
    const url = new URL('coscup-2023-sessions.csv', fixtures)
    const count = 200
    const records: Record<string, string>[] = parse(readFileSync(url), { columns: true, bom: true })
    const names = [...new Set(records.map((record) => record['room'] ?? ''))]
    const rows = names.map((name, position) => ({ position, name: { 'zh-CN': name, en: name } }))
    const rooms = await forum.send('rooms', { rows })
    expect((await forum.send('rooms', { token: rooms.data.token })).data.counts.created).toBe(names.length)
    const file = await forum.upload('sessions', 'sessions.csv', readFileSync(url))

    // Its languages are words, which no field of languages takes: told at each, and nothing comes in.
    const first = await forum.send('sessions', { file, mapping: { ...sessionColumns, F: 'language' } })
    const chinese = records.flatMap(({ language }, index) => (language === '中文' ? [index + 2] : []))
    expect(first.data.faults.map(({ line, column, value }) => [line, column, value])).toEqual(
      chinese.map((line) => [line, 'F', '中文']),
    )
    expect(await list('sessions', 'id')).toEqual([])

    const checked = await forum.send('sessions', { file, mapping: sessionColumns })
    expect(checked.data.counts).toEqual({ rows: count, created: count, updated: 0, unchanged: 0, bad: 0 })
    expect((await forum.send('sessions', { token: checked.data.token })).error).toBeUndefined()
    const roomNames = new Map(
      (await list('rooms', 'name')).map(({ id, name }) => [id, (name as { en: string }).en]),
    )
    const stored = await list('sessions', 'title,abstract,starts_at,ends_at,room,state')
    const found = stored.map(({ id: _id, version: _version, room, ...row }) => ({
      ...row,
      room: roomNames.get(String(room)),
    }))
    const wanted = records.map((record) => ({
      title: { 'zh-CN': record['uri'], en: record['id'] },
      // One of them has a character whose other form is the usual one.
      abstract: { 'zh-CN': record['zh']?.normalize('NFC'), en: record['en']?.normalize('NFC') },
      starts_at: toInstant(record['start'] ?? ''),
      ends_at: toInstant(record['end'] ?? ''),
      room: record['room'],
      state: 'draft',
    }))
    expect(found.map(sorted).toSorted(byTitle)).toEqual(wanted.map(sorted).toSorted(byTitle))
    await forum.undo('sessions', checked.data.token)
    await forum.undo('rooms', rooms.data.token)
  })
})

/** A time as the list has it, on the clocks of Shanghai, which are those of Taipei. */
function toInstant(wall: string): string {
  return new Date(`${wall.replace(' ', 'T')}+08:00`).toISOString().replace('.000', '')
}

function byTitle(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}

function sorted(row: object): object {
  return Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
