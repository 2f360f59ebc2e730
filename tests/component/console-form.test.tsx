import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listNotices } from '#platform/notices.ts'
import { refreshEntries, maxFileBytes } from '#outbox/index.ts'
import { acceptedOverlapsKey } from '#contract/row-api.ts'
import { informations } from '../../contract/modules/informations.ts'
import { rooms } from '../../contract/modules/rooms.ts'
import { store } from '../../src/outbox/device.ts'
import { listDraftedForms } from '../../src/outbox/drafts.ts'
import {
  expectHeading,
  expectSent,
  expectText,
  listSent,
  openConsole,
  press,
  readMetadata,
  readRow,
  readRows,
  textsOf,
} from './support/console.ts'
import { setNetwork, type Network } from './support/network.ts'
import { expectDraft, ownerOf, storeDraft, storeEntry } from './support/outbox.ts'
import { button, dialog, heading, region } from './support/roles.ts'
import { text } from './support/texts.ts'

const hallName = rooms.fields.name.label['zh-CN']
const title = informations.fields.title.label['zh-CN']
const news = 'n-20230912'
const edit = 'POST /front/edit/informations'
const english = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}.*English`) })
const chinese = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}.*中文`) })
const openNews = (network: Network = {}) => openConsole(`/informations/${news}/edit`, { network })

describe('the form of a new record', () => {
  test('asks for what the server describes, in its sections [250]', async () => {
    const { views, fields, label } = await readMetadata('rooms')
    await openConsole('/rooms/new', { locale: 'en' })
    await expect.element(heading(text('console:form.new', { module: label.en }), 1)).toHaveFocus()
    const writable = views.sections.flatMap(({ fields: keys }) => keys).filter((key) => fields[key]?.writable)
    await expect
      .poll(() => textsOf('form [id$="-label"]').map((words) => words.split('\n')[0]))
      .toEqual(writable.map((key) => fields[key]?.label.en))
  })

  test('tells what is missing at its fields; what was typed stays, is sent, and leads on to the record [233]', async () => {
    const row = await readRow('rooms', 'r-main')
    const { address } = await openConsole('/rooms/new', {
      network: {
        'POST /front/post/rooms': { data: { id: 'new-hall', version: 1 } },
        '/front/query/rooms/new-hall': { data: { ...row, id: 'new-hall' } },
      },
    })
    await chinese(hallName).fill('新厅')
    await press('form.save')
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(english(hallName)).toHaveAttribute('aria-invalid', 'true')
    expect(listSent()).toEqual([])
    await english(hallName).fill('New hall')
    await page.getByLabelText('序号').fill('40')
    await press('form.save')
    await expect.poll(address).toBe('/console/rooms/new-hall')
    await expectText('console:form.saved')
    expect(listSent()).toMatchObject([{ name: { 'zh-CN': '新厅', en: 'New hall' }, position: 40 }])
  })
})

test('a form says of a row that it will be public by itself', async () => {
  const row = { ...(await readRow('informations', news)), published_at: '2999-01-01T00:00:00Z' }
  await openNews({ [`/front/query/informations/${news}`]: { data: row } })
  await expectText('console:form.scheduled')
})

/** An id from the random bytes that the app made it of. */
const toId = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

test('a record that the device kept after all, and that arrived meanwhile, is opened once', async () => {
  const row = await readRow('rooms', 'r-main')
  const { address } = await openConsole('/rooms/new', {
    network: {
      'POST /front/post/rooms': 'offline',
      '/front/query/rooms/new-hall': { data: { ...row, id: 'new-hall' } },
    },
  })
  await chinese(hallName).fill('新厅')
  await english(hallName).fill('New hall')
  await page.getByLabelText('序号').fill('40')
  await expectText('console:form.kept')
  const random = vi.spyOn(crypto, 'getRandomValues')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  await press('form.save')
  await expectText('outbox:notStored.title')
  put.mockRestore()
  const made = random.mock.calls.flatMap(([bytes]) => (bytes instanceof Uint8Array ? [toId(bytes)] : []))
  const [entityId = '', id = '', key = ''] = made.filter(({ length }) => length === 36)
  const serverRef = { id: 'new-hall', version: 1 }
  const change = { id, key, state: 'done', serverRef, isTried: true, doneAtMs: Date.now() } as const
  await storeEntry('organiser', { module: 'rooms', entityId, formPath: '/console/rooms/new', change })
  await refreshEntries()
  await press('form.save')
  await expect.poll(address).toBe('/console/rooms/new-hall')
  // By then all that the button began has ended.
  await expect.poll(async () => [...(await listDraftedForms(store, ownerOf('organiser')))]).toEqual([])
  expect(listNotices().map(({ count }) => count)).toEqual([1])
})

describe('a form that its person may not use', () => {
  test.for(['/registrations/new', '/side_meetings/side-storage/edit'])('says so: %s', async (path) => {
    await openConsole(path)
    await expectHeading('console:form.notAllowed')
  })

  test('is not there when its record is not', async () => {
    await openConsole('/rooms/no-such-row/edit')
    await expectHeading('console:gone')
  })

  test('stays once it is open, with what was typed and a warning', async () => {
    const { queryClient } = await openConsole('/rooms/r-main/edit')
    await english(hallName).fill('Hall')
    const row = await readRow('rooms', 'r-main')
    setNetwork({
      '/front/query/rooms/r-main': {
        data: { ...row, permissions: { update: false, delete: false, actions: [] } },
      },
    })
    await queryClient.refetchQueries({ type: 'active' })
    await expectText('console:form.rightsGone')
    await expect.element(english(hallName)).toHaveValue('Hall')
  })
})

describe('the form of a record', () => {
  test('sends what was changed and no more, over the version that was read [234]', async () => {
    const { version } = await readRow('informations', news)
    const { address } = await openNews({ [edit]: { data: { id: news, version: version + 1 } } })
    await english(title).fill('Another title')
    await press('form.save')
    await expect.poll(address).toBe(`/console/informations/${news}`)
    const [body] = listSent()
    expect(body).toMatchObject({ id: news, version, title: { en: 'Another title' } })
    expect(Object.keys(body as object).toSorted()).toEqual(['id', 'title', 'version'])
  })

  test('has what was typed again after the tablet was put down, and throws it away at a touch; nothing is sent of what was not changed [234]', async () => {
    await openNews()
    await english(title).fill('Never saved')
    await expectText('console:form.kept')
    const { address } = await openNews()
    await expectText('console:form.restored')
    await expect.element(english(title)).toHaveValue('Never saved')
    await press('form.throwAway')
    await expect.element(english(title)).toHaveValue('The forum in the press: fewer visions, more accounts')
    await press('form.save')
    await expect.poll(address).toBe(`/console/informations/${news}`)
    expect(listSent()).toEqual([])
  })

  test('keeps what the server refuses, with the reason at its field [234]', async () => {
    const fields = [{ path: 'title.en', key: 'field.invalid', text: '' }]
    await openNews({ [edit]: { status: 422, key: 'validation.failed', fields, msg: 'Please mend it.' } })
    await english(title).fill('Taken')
    await press('form.save')
    await expect.element(page.getByText(`${text('outbox:rejected')} (Please mend it.)`)).toBeVisible()
    await expect.element(english(title)).toHaveValue('Taken')
    await expect.element(english(title)).toHaveAttribute('aria-invalid', 'true')
  })

  test('asks about what is in the same place at the same time, and saves on purpose', async () => {
    const params = { row: 'other-talk', title: 'Another talk', from: '2023-09-06 09:00', to: '10:00' }
    const fields = [{ path: 'room', key: 'session.room.shared', params }]
    const { address } = await openConsole('/sessions/storage-panel/edit', {
      network: {
        'POST /front/edit/sessions': ({ body }) =>
          Object.hasOwn(body as object, acceptedOverlapsKey)
            ? { data: { id: 'storage-panel', version: 9 } }
            : { status: 409, key: 'row.overlaps', fields },
      },
    })
    await english('标题').fill('Moved')
    await press('form.save')
    const question = page.getByRole('alert')
    await expect.element(question).toHaveFocus()
    await expect.element(question).toMatchTextContent(text('errors:session.room.shared', params))
    await press('overlaps.accept')
    await expect.poll(address).toBe('/console/sessions/storage-panel')
    expect(listSent().at(-1)).toMatchObject({
      title: { en: 'Moved' },
      [acceptedOverlapsKey]: ['other-talk'],
    })
  })

  test('brings a record back that was deleted meanwhile, and saves what was typed', async () => {
    const row = await readRow('informations', news)
    let isThere = false
    const { address } = await openNews({
      [edit]: () =>
        isThere ? { data: { id: news, version: row.version + 3 } } : { status: 409, key: 'row.deleted' },
      'POST /front/restore/informations': () => {
        isThere = true
        return { data: { ...row, version: row.version + 2 } }
      },
    })
    await english(title).fill('Typed meanwhile')
    await press('form.save')
    await press('deleted.restore')
    await expectText('console:form.broughtBack')
    await expect.element(english(title)).toHaveValue('Typed meanwhile')
    await press('form.save')
    await expect.poll(address).toBe(`/console/informations/${news}`)
    await expectSent({ id: news, title: { en: 'Typed meanwhile' } })
  })

  test('waits on the device without network', async () => {
    await openNews()
    await english(title).fill('Later')
    setNetwork('offline')
    await press('form.save')
    await expectText('outbox:saved')
    await expectText('console:form.offline')
    await expect.element(english(title)).toHaveValue('Later')
  })
})

test('two on one record: both values are seen, and to take all of the other’s sends nothing', async () => {
  const theirs = {
    title: { 'zh-CN': '对方的标题', en: 'Theirs' },
    summary: { 'zh-CN': '对方的摘要', en: 'Their summary' },
  }
  const current = { ...(await readRow('informations', news)), version: 7, ...theirs }
  const { address } = await openNews({
    [edit]: { status: 409, key: 'row.stale', data: { current, fields: ['title', 'summary'] } },
  })
  await english(title).fill('Mine')
  await english(informations.fields.summary.label['zh-CN']).fill('My summary')
  await press('form.save')
  const choice = region(text('console:conflict.title'))
  await expect.element(choice).toMatchTextContent('Mine')
  await expect.element(choice).toMatchTextContent('Their summary')
  await expect.element(button(text('console:conflict.save'))).toBeDisabled()
  await press('conflict.allTheirs')
  await press('conflict.save')
  await expect.poll(address).toBe(`/console/informations/${news}`)
  expect(listSent()).toHaveLength(1)
})

test('what was typed before the record was here is chosen from, each value in the module’s own words', async () => {
  const mine = { title: { 'zh-CN': '我的标题', en: 'Mine' } }
  await storeDraft('organiser', `console/informations/${news}/edit`, mine)
  await openNews({ [edit]: { data: { id: news, version: 2 } } })
  const choice = region(text('forms:versions.title'))
  await expect.element(choice).toMatchTextContent('Mine')
  await expect.element(choice).toMatchTextContent('fewer visions')
  await press('form.save')
  await expect.element(choice).toHaveFocus()
  await choice.getByRole('radio').first().click()
  await button(text('forms:versions.save')).click()
  await press('form.save')
  await expectSent(mine)
})

describe('a field', () => {
  test('that holds a picture which is being cut, or a file on its way, holds up the form', async () => {
    await openNews()
    const canvas = new OffscreenCanvas(400, 300)
    canvas.getContext('2d')?.fillRect(0, 0, 400, 300)
    const picture = new File([await canvas.convertToBlob({ type: 'image/png' })], 'cover.png', {
      type: 'image/png',
    })
    await page.getByLabelText(/^封面/).upload(picture)
    await press('field.cut')
    await press('form.save')
    const told = page.getByText(`请先完成${informations.fields.cover.label['zh-CN']}`, { exact: false })
    await expect.element(told).toBeVisible()
    await press('crop.done')
    await expect.element(told).not.toBeInTheDocument()
    await openConsole('/live_streams/new')
    const film = new File([new Uint8Array(maxFileBytes + 1)], 'film.mp4', { type: 'video/mp4' })
    await page.getByLabelText(/^音视频文件/).upload(film)
    await press('form.save')
    await expect.element(page.getByText('请先完成音视频文件', { exact: false }).first()).toBeVisible()
    expect(listSent()).toEqual([])
  })

  test('in two languages has a tab for each where it is narrow, and the one with a problem comes to the front', async () => {
    await openConsole('/rooms/new', { width: 390, height: 844 })
    const tabs = page.getByRole('tablist').first()
    await expect.element(tabs.getByRole('tab', { name: '中文' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('textbox').nth(1).fill('新厅')
    await press('form.save')
    await expect.element(tabs.getByRole('tab', { name: /^English/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('that names a record finds it by words of either language; a moment is shown in the forum’s zone', async () => {
    const category = (await readRows('article_category')).find(
      ({ name }) => (name as { en: string }).en === 'Notices',
    )
    await openNews({ [edit]: { data: { id: news, version: 2 } } })
    await expect.element(page.getByLabelText('发布时间')).toHaveValue('2023-09-12T10:00')
    await press('relation.change')
    const sheet = dialog(informations.fields.category.label['zh-CN'])
    await sheet.getByRole('searchbox').fill('notice')
    await sheet.getByLabelText('通知公告').click()
    await expect.element(button(text('console:relation.remove', { name: '通知公告' }))).toBeVisible()
    await press('form.save')
    await expectSent({ category: category?.id })
  })

  test('that names several has an order, and each can be removed', async () => {
    const [first = '', second = '', ...others] = (await readRow('sessions', 'storage-panel'))[
      'speakers'
    ] as string[]
    await openConsole('/sessions/storage-panel/edit', {
      locale: 'en',
      network: { 'POST /front/edit/sessions': { data: { id: 'storage-panel', version: 2 } } },
    })
    for (const [key, id = ''] of [
      ['relation.up', second],
      ['relation.remove', others.at(-1)],
    ] as const) {
      const { name } = (await readRow('speakers', id)) as unknown as { name: { en: string } }
      await press(key, { name: name.en })
    }
    await press('form.save')
    await expectSent({ speakers: [second, first, ...others.slice(0, -1)] })
  })
})

test('a form keeps a masked value unless another one is typed, and leaves a field of an unknown kind as it is', async () => {
  const metadata = await readMetadata('rooms')
  const { capacity } = metadata.fields
  const fields = {
    ...metadata.fields,
    passport: { ...capacity, type: 'string', masked: true, label: { 'zh-CN': 'Passport', en: 'Passport' } },
    hologram: { ...capacity, type: 'hologram', label: { 'zh-CN': 'Hologram', en: 'Hologram' } },
  }
  const sections = [{ label: { 'zh-CN': 'All', en: 'All' }, fields: Object.keys(fields) }]
  const row = await readRow('rooms', 'r-main')
  await openConsole('/rooms/r-main/edit', {
    network: {
      '/front/metadata/rooms': {
        data: { ...metadata, fields, views: { ...metadata.views, sections } },
      },
      '/front/query/rooms/r-main': { data: { ...row, passport: '***', hologram: { depth: 3 } } },
      'POST /front/edit/rooms': { data: { id: 'r-main', version: 2 } },
    },
  })
  await expectText('console:form.unknownType')
  await expect.element(page.getByText('{"depth":3}')).toBeVisible()
  await press('field.retype')
  await page.getByLabelText(/^Passport/).fill('E123')
  await press('field.keepMasked')
  await press('field.retype')
  await page.getByLabelText(/^Passport/).fill('E12345678')
  await press('form.save')
  await expect.poll(() => listSent()).toEqual([{ id: 'r-main', version: row.version, passport: 'E12345678' }])
})

describe('a rich text', () => {
  test('takes links to the web alone, and a cover pictures alone', async () => {
    await openNews()
    const place = page.getByRole('textbox', { name: /^正文.*中文/ })
    await expect.element(place).toBeVisible()
    ;(place.element() as HTMLElement).focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await press('richtext.link')
    await page.getByLabelText(text('console:richtext.address')).fill('javascript:alert(1)')
    await press('richtext.apply')
    await expectText('console:richtext.addressWrong')
    await page.getByLabelText(/^封面/).upload(new File(['x'], 'cover.txt', { type: 'text/plain' }))
    const kinds = new RegExp(text('forms:file.kind', { kinds: '' }).slice(0, 8))
    await expect.element(page.getByText(kinds)).toBeVisible()
  })

  test('has the address of a link that was being typed again, over the same words', async () => {
    await openNews({ [edit]: { data: {} } })
    const place = page.getByRole('textbox', { name: /^正文.*English/ })
    await expect.element(place).toBeVisible()
    ;(place.element() as HTMLElement).focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await press('richtext.link')
    await page.getByLabelText(text('console:richtext.address')).fill('press.example/half')
    await expectDraft(`console/informations/${news}/edit`)
    await openNews({ [edit]: { data: {} } })
    await expect
      .element(page.getByLabelText(text('console:richtext.address')))
      .toHaveValue('press.example/half')
    await press('richtext.apply')
    await press('form.save')
    await expect.poll(() => JSON.stringify(listSent())).toContain('https://press.example/half')
    await openNews()
    await expect.element(place).toBeVisible()
    expect(dialog(text('console:richtext.link')).elements()).toEqual([])
  })

  test('has the words of a picture as they are typed, without a button', async () => {
    const row = await readRow('informations', news)
    const image = {
      type: 'image',
      attrs: { src: '/front/attachment/download/1', alt: '', width: 4, height: 3 },
    }
    const data = { ...row, body: { 'zh-CN': null, en: { type: 'doc', content: [image] } } }
    await openNews({ [`/front/query/informations/${news}`]: { data }, [edit]: { data: {} } })
    await page.elementLocator(await vi.waitUntil(() => document.querySelector('main figure img'))).click()
    await press('richtext.picture')
    await page.getByLabelText(text('console:richtext.alt')).fill('Half')
    await userEvent.keyboard(' a word')
    await dialog(text('console:richtext.picture'))
      .getByRole('button', { name: text('console:close') })
      .click()
    await press('form.save')
    await expect.poll(() => JSON.stringify(listSent())).toContain('"alt":"Half a word"')
  })

  test('of a newer server is shown and stays as it is', async () => {
    const row = await readRow('informations', news)
    const data = { ...row, body: { 'zh-CN': { type: 'doc', content: [{ type: 'hologram' }] }, en: null } }
    await openNews({ [`/front/query/informations/${news}`]: { data } })
    await expectText('console:richtext.unfit')
  })
})
