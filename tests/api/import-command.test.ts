import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Locale } from '#contract/locale.ts'
import { auditLog } from '#contract/modules/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { readRows } from '#server/engine/write/write-rows.ts'
import { runCommand, type CommandEnd, type CommandOptions } from '../support/command.ts'
import { eachDatabase } from '../support/databases.ts'
import { readSheet } from '../support/sheet-files.ts'
import { zh } from '../support/texts.ts'
import { startServer } from '../support/server.ts'

/** Each test runs several commands, in processes of their own. */
vi.setConfig({ testTimeout: 120_000 })

const good = '姓名（中文）,Name (English),单位\r\n王小明,Wang Xiaoming,国家电网\r\n李雷,Li Lei,\r\n'

eachDatabase('forum import', (suite) => {
  let db: Database

  beforeAll(async () => {
    await runCommand(suite.place, ['migrate'])
    db = await suite.open()
  })

  const pathOf = (name: string) => join(suite.place.dataDir, name)
  const put = (name: string, content: string | Buffer) => writeFile(pathOf(name), content)
  const run = (args: string[], options?: CommandOptions): Promise<CommandEnd> =>
    runCommand(suite.place, ['import', ...args], options)
  const found = async () => {
    const rows = (await readRows(db.kysely, speakers)).map(({ name }) => name as Record<Locale, string>)
    const names = rows.map((name) => [name['zh-CN'], name.en] as const)
    return names.toSorted(([, one], [, other]) => one.localeCompare(other))
  }

  it('shows what a file would do, does it beside a running server, and takes it back [317]', async () => {
    const server = await startServer({ db, dataDir: suite.place.dataDir })
    const shown = async () => {
      const answer = await server.get('/front/query/speakers/all?size=0')
      return ((await answer.json()) as { data: { total: number } }).data.total
    }
    try {
      await put('speakers.csv', good)
      expect(await shown()).toBe(0)
      const dry = await run(['speakers', 'speakers.csv', '--dry-run', '--map', 'C=organisation.zh-CN'])
      expect(dry).toMatchObject({ code: 0, stderr: '' })
      expect(dry.stdout).toContain('Read as CSV in utf-8, separated by ,; the headers are in line 1.')
      expect(dry.stdout).toContain('  C “单位” → organisation.zh-CN')
      expect(dry.stdout).toContain('Rows: 2; new 2, changed 0, unchanged 0, with faults 0.')
      expect(dry.stdout).toContain('Dry run: nothing was written.')
      expect(await found()).toEqual([])
      const done = await run(['speakers', 'speakers.csv', '--language', 'zh-CN'])
      expect(done).toMatchObject({ code: 0, stderr: '' })
      expect(done.stdout).toContain(
        zh('import:rows.done', { module: 'speakers', created: 2, updated: 0, unchanged: 0, bad: 0 }),
      )
      expect(await found()).toEqual([
        ['李雷', 'Li Lei'],
        ['王小明', 'Wang Xiaoming'],
      ])
      await vi.waitFor(async () => expect(await shown()).toBe(2), { timeout: 10_000 })
      const token = /--undo (\S+)/.exec(done.stdout)?.[1] ?? ''
      const undone = await run(['speakers', '--undo', token])
      expect(undone).toMatchObject({ code: 0, stderr: '' })
      expect(undone.stdout).toContain('2 rows are as they were; 0 that')
      expect(await found()).toEqual([])
      const again = await run(['speakers', '--undo', token])
      expect(again).toMatchObject({ code: 1, stderr: 'This import is over already.\n' })
      const rows = await readRows(db.kysely, auditLog, { module: 'speakers' })
      const logged = rows.map((row) => [row['action'], row['actor_id']])
      expect(logged).toContainEqual(['import', null])
      expect(logged).toContainEqual(['import.undone', null])
    } finally {
      await server.close()
    }
  })

  it('writes nothing when rows are bad, and a file in which they are corrected [317]', async () => {
    const long = '长'.repeat(400)
    const lines = Array.from({ length: 60 }, (_, at) => `${long},Bad ${at}`)
    await put('bad.csv', `name.zh-CN,name.en\n好,Good\n${lines.join('\n')}\n`)
    const refused = await run(['speakers', 'bad.csv', '--errors', 'faults.csv'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toBe(
      'Rows with faults: 60. Nothing was written; correct them, or add --skip-bad to leave them out.\n',
    )
    expect(refused.stdout.match(/^ {2}row \d+, column A, “长+”: .+$/gm)).toHaveLength(50)
    expect(refused.stdout).toContain('  … and 10 more faults.')
    expect(await found()).toEqual([])
    const { rows } = await readSheet(pathOf('faults.csv'), 'csv')
    expect(rows).toHaveLength(62)
    expect(rows[2]?.cells[2]).toMatch(/^name\.zh-CN: /)
    const there = await run(['speakers', 'bad.csv', '--errors', 'faults.csv'])
    expect(there).toMatchObject({ code: 1, stderr: expect.stringMatching(/faults\.csv is there already/) })
    const skipped = await run(['speakers', 'bad.csv', '--skip-bad'])
    expect(skipped).toMatchObject({ code: 0, stderr: '' })
    expect(skipped.stdout).toContain('new 1, changed 0, unchanged 0, left out 60.')
    expect(await found()).toEqual([['好', 'Good']])
    const text = await readFile(pathOf('faults.csv'), 'utf8')
    await rm(pathOf('faults.csv'))
    await put('corrected.csv', text.replaceAll(long, '短'))
    const match = ['--mode', 'upsert', '--match', 'name.en']
    const right = await run(['speakers', 'corrected.csv', ...match])
    expect(right).toMatchObject({ code: 0, stderr: '' })
    expect(right.stdout).toContain('Rows are found by name.en.')
    expect(right.stdout).toContain('new 60, changed 0, unchanged 1, left out 0.')
    const none = await run(['speakers', 'corrected.csv', ...match, '--dry-run', '--errors', 'none.csv'])
    expect(none.stdout).toContain('none.csv was not written')
  })

  it('says in one line what it cannot do [317]', async () => {
    await put('a.csv', 'name.en\nx\n')
    await put('page.csv', '"name.en\nnever closed\n')
    await put('old.xlsx', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4000)]))
    const ends = [
      [['nothing', 'a.csv'], /^There is no module nothing .+: .*speakers/],
      [['speakers', 'gone.csv'], /^There is no file .+gone\.csv\.$/],
      [['speakers', 'page.csv'], /^file: In line 1 a cell begins with a quotation mark/],
      [['speakers', 'old.xlsx'], /^file: (This is a spreadsheet of another format|The file is locked)/],
      [['speakers', 'a.csv', '--map', 'Z=name.en'], /^mapping\.Z: The file has no such column\.$/],
      [['speakers', '--undo', 'unknown'], /^This import is not there any more/],
    ] as const
    for (const [args, text] of ends) {
      const { code, stderr } = await run([...args])
      expect([args, code]).toEqual([args, 1])
      expect(stderr.trimEnd()).toMatch(text)
      expect(stderr.trimEnd()).not.toContain('\n')
    }
    const usage = await run(['speakers', 'a.doc'])
    expect(usage).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('\nUsage: npm run forum -- import'),
    })
    expect((await found()).map(([, name]) => name)).not.toContain('x')
  })
})
