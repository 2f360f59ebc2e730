import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../contract/api.ts'
import { readEntries } from '../support/backups.ts'
import { eachDatabase } from '../support/databases.ts'
import { organiserPassword, startForum, type ForumProcess } from '../support/forum-process.ts'
import { findLeaks, type Place, type Secret } from '../support/leaks.ts'
import { nextCode, readTexts, until } from '../support/outgoing.ts'
import { readFilesBelow, readRowsAt } from '../support/plain-traces.ts'

/** The people of the day, by their mobiles as they type them. */
const mobiles = ['13800138001', '138 0013 8002', '+86 13800138003'] as const
const idNumbers = ['110101199003077758', '31010519491231002X']
const firstPassword = '潮汐-lagoon-42'
const secondPassword = 'Gezeiten kraft 77'
const wrongPasswords = ['not the right one 1', '错误的密码-99']
const wrongCodes = ['135791', '246802']

eachDatabase('a day of the forum', (suite) => {
  const secrets: Secret[] = []
  let forum: ForumProcess
  let places: Place[] = []
  let log = ''

  const note = (what: string, value: string): string => {
    secrets.push({ what, value })
    return value
  }

  async function call<Data>(method: string, path: string, token?: string, body?: object): Promise<Data> {
    const answer = await fetch(`${forum.url}/api${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: token }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const { data } = (isJson ? await answer.json() : { data: await answer.arrayBuffer() }) as { data: Data }
    return data
  }

  const post = <Data>(path: string, body: object, token?: string) => call<Data>('POST', path, token, body)

  /** Signs in by a code, after two wrong ones. */
  async function signInByCode(mobile: string): Promise<string> {
    const number = `+86${mobile.replaceAll(/^\+86|\D/g, '')}`
    await post(paths.sendCode, { mobile, check: false })
    const captcha = note('a code', await nextCode(forum.dataDir, number))
    for (const wrong of wrongCodes)
      await post(paths.smsLogin, { mobile, captcha: note('a wrong code', wrong) })
    const { token } = await post<{ token: string }>(paths.userSmsLogin, { mobile, captcha })
    return note('a token of a code', token)
  }

  async function signIn(login_name: string, login_pwd: string): Promise<string> {
    const { token } = await post<{ token: string }>(paths.login, { login_name, login_pwd })
    return note('a token of a password', token)
  }

  async function livePerson(mobile: string): Promise<void> {
    const token = await signInByCode(mobile)
    await call('GET', paths.currentUser, token)
    await post(paths.persistSignIn, {}, token)
    const first = { new_pwd: note('a first password', firstPassword), repeat_pwd: firstPassword }
    await post(paths.changePassword, first, token)
    for (const wrong of wrongPasswords)
      await post(paths.login, { login_name: mobile, login_pwd: note('a wrong password', wrong) })
    const again = await signIn(mobile, firstPassword)
    const second = { old_pwd: firstPassword, new_pwd: note('a second password', secondPassword) }
    await post(paths.changePassword, { ...second, repeat_pwd: secondPassword }, again)
    const last = await signIn(mobile, secondPassword)
    await call('GET', paths.signIns, last)
    // Refused, and nothing of it is kept: these fields belong to no call that there is.
    for (const id of idNumbers) {
      note('an ID number', id)
      await post(paths.login, { login_name: mobile, login_pwd: secondPassword, id_number: id })
      await call('GET', `${paths.search}?q=${id}`, last)
      await call('GET', `${paths.list('registrations')}?filters=id_number%3Aeq%3A${id}`, last)
      await upload(last, `${id}.pdf`)
    }
    await post(paths.logout, {}, last)
  }

  async function upload(token: string, name: string): Promise<void> {
    const form = new FormData()
    form.set('module', 'documents')
    form.set('field', 'file')
    form.set('file', new Blob(['%PDF-1.4']), name)
    await fetch(`${forum.url}/api${paths.upload}`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    })
  }

  async function liveOrganiser(): Promise<void> {
    const token = await signIn('organiser', note('the password of the first organiser', organiserPassword))
    await call('GET', paths.currentEmployee, token)
    const documents = await call<{ items: { file: { no: string } }[] }>('GET', paths.list('documents'), token)
    const no = documents.items[0]?.file.no ?? ''
    const opened = await call<{ token: string }>('GET', `${paths.temporaryToken}?no=${no}`, token)
    note('a token of a download', opened.token)
    await call('GET', `${paths.downloadFile(no)}?token=${opened.token}`)
    await call('GET', paths.ownData, token)
    await call('GET', paths.list('audit_log'), token)
    await call('GET', paths.list('outgoing_messages'), token)
    await post(paths.logoutEverywhere, {}, token)
  }

  beforeAll(async () => {
    const { dataDir, databaseUrl } = suite.place
    const env = {
      LOG_LEVEL: 'trace',
      RATE_LIMITS: 'on',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }
    forum = await startForum({ dataDir, env })
    for (const mobile of mobiles) await livePerson(mobile)
    await liveOrganiser()
    const archive = join(dataDir, '..', `${dataDir.split('/').at(-1)}.backup`)
    log += await forum.forum(['backup', archive])
    log += await forum.forum(['retention', '--dry-run'])
    // The file of a text goes when its code is used or over.
    const withCode = async () => (await readTexts(dataDir)).filter(({ code }) => code !== null)
    await until(async () => (await withCode()).length === 0, 'a folder without codes')
    const whileRunning = await readFilesBelow(dataDir)
    const entries = await readEntries(archive)
    await forum.stop({ keepData: true })
    log += forum.output()
    places = [
      ...whileRunning,
      ...(await readFilesBelow(dataDir)),
      ...(databaseUrl === undefined ? [] : [await readRowsAt(databaseUrl)]),
      ...entries.map(({ name, bytes }) => ({ where: `backup ${name}`, bytes })),
      { where: 'log', bytes: Buffer.from(log) },
    ]
  }, 180_000)
  afterAll(() => forum.stop())

  it('was a full one', () => {
    expect(secrets.length).toBeGreaterThan(30)
    expect(secrets.every(({ value }) => typeof value === 'string' && value.length > 5)).toBe(true)
    const found = places.map(({ where }) => where).join('\n')
    expect(found).toMatch(
      suite.place.databaseUrl === undefined ? /forum\.db|\.sqlite/ : /rows of the database/,
    )
    expect(found).toMatch(/backup .*users/)
    expect(log).toContain(paths.changePassword)
  })

  it('leaves no token, password, code or ID number in database, log, backup or outgoing folder [S1]', () => {
    expect(findLeaks(secrets, places)).toEqual([])
  })

  it('tells mobiles to the log masked only [S1]', () => {
    const digits = mobiles.map((mobile) => mobile.replaceAll(/^\+86|\D/g, ''))
    const numbers = digits.map((value) => ({ what: 'a mobile', value }))
    const withCountry = digits.map((value) => ({ what: 'a mobile', value: `86${value}` }))
    const lines = places.filter(({ where }) => where === 'log')
    expect(findLeaks([...numbers, ...withCountry], lines)).toEqual([])
  })
})

describe('the search for leaks', () => {
  const secret = { what: 'it', value: '密码-lagoon 42' }
  const bytes = Buffer.from(`{"a":"${secret.value}"}`)
  it.each([
    ['in clear', bytes],
    ['in hexadecimal', Buffer.from(bytes.toString('hex'))],
    ['in base64', Buffer.from(bytes.toString('base64'))],
    ['in base64', Buffer.from(`x${bytes.subarray(1).toString('base64url')}`)],
    ['in base64', Buffer.from(bytes.subarray(2).toString('base64'))],
    ['in UTF-16', Buffer.from(String(bytes), 'utf16le')],
    ['percent-encoded', Buffer.from(encodeURIComponent(String(bytes)))],
  ])('finds one %s', (form, place) => {
    expect(findLeaks([secret], [{ where: 'here', bytes: place }])).toContain(`it in here, ${form}`)
  })

  it('finds a code that stands alone, and takes no number that holds its digits for it', () => {
    const code = { what: 'a code', value: '135791' }
    const at = (text: string) => findLeaks([code], [{ where: 'here', bytes: Buffer.from(text) }])
    expect(at('"code":"135791"')).toEqual(['a code in here, in clear'])
    expect(at('91357910 a135791b')).toEqual([])
  })

  it('finds a longer one between other texts, as SQLite writes them', () => {
    const found = findLeaks([secret], [{ where: 'here', bytes: Buffer.from(`Wang${secret.value}Suzhou`) }])
    expect(found).toEqual(['it in here, in clear'])
  })
})
