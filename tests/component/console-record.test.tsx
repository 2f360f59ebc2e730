import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  callsTo,
  expectHeading,
  expectSent,
  expectText,
  listSent,
  openConsole,
  press,
  read,
  readMetadata,
  readRow,
  readRows,
  textsOf,
  upright,
} from './support/console.ts'
import { setNetwork, type Network } from './support/network.ts'
import { expectDraft } from './support/outbox.ts'
import { button, dialog, heading, link } from './support/roles.ts'
import { text } from './support/texts.ts'

/** The value that stands beside the name of a field. */
const value = (label: string) =>
  [...document.querySelectorAll('main dt')].find((each) => each.textContent === label)
    ?.nextElementSibling as HTMLElement
const meeting = '/side_meetings/side-storage'
const name = '长时储能圆桌会 · 示例储能研究院'
/** Somebody whose documents are masked. */
const readApproved = async () => (await readRows('registrations', 'filters=status:eq:approved'))[0]?.id ?? ''

describe('a record', () => {
  test('has the sections and fields that the server describes [232, 250]', async () => {
    const { views, fields } = await readMetadata('side_meetings')
    const row = await read<object>('/front/query/side_meetings/side-storage')
    await openConsole(meeting, { locale: 'en' })
    await expect.element(heading(name, 2)).toHaveFocus()
    const sections = views.sections.map(({ label }) => label.en)
    await expect.poll(() => textsOf('main h3').slice(0, sections.length)).toEqual(sections)
    const shown = views.sections
      .flatMap(({ fields: keys }) => keys)
      .filter((key) => key !== 'status' && Object.hasOwn(row, key))
    expect(textsOf('main dt')).toEqual(shown.map((key) => fields[key]?.label.en))
    expect(textsOf('main dd')).toContain(text('console:record.none'))
  })

  test('shows each language of a text', async () => {
    await openConsole('/rooms/r-main', { locale: 'en' })
    await expect
      .poll(() => textsOf('main dd [lang]'))
      .toEqual(expect.arrayContaining(['中文\n主会场', 'English\nMain Hall']))
  })

  test('leads to mail, phone and pages by their addresses', async () => {
    await openConsole(`/registrations/${await readApproved()}`)
    await expect.poll(() => value('手机号')?.querySelector('a')?.protocol).toBe('tel:')
    expect(value('电子邮箱').querySelector('a')?.protocol).toBe('mailto:')
  })

  test('whose link runs a script is not followed', async () => {
    const data = { ...(await read<object>('/front/query/partners/p-committee')), url: 'javascript:alert(1)' }
    await openConsole('/partners/p-committee', { network: { '/front/query/partners/p-committee': { data } } })
    await expect.poll(() => textsOf('main dd')).toContain('javascript:alert(1)')
    expect(document.querySelector('main dd a[href^=javascript]')).toBeNull()
  })

  test('stands beside its list where there is room, and alone where there is none [254]', async () => {
    await openConsole(meeting)
    await expect.element(heading(name, 2)).toBeVisible()
    await expect.element(heading('边会', 1)).toBeVisible()
    await expect.poll(() => document.querySelector('[data-row="side-storage"] a')?.ariaCurrent).toBe('page')
    const { address } = await openConsole(`${meeting}?q=储能`, upright)
    await expect.element(heading(name, 1)).toBeVisible()
    expect(document.querySelector('main [data-row]')).toBeNull()
    expect(document.documentElement.scrollWidth).toBe(upright.width)
    await link(text('console:record.back')).click()
    await expect.poll(() => textsOf('main [data-row]').length).toBeGreaterThan(0)
    expect(address()).toContain('q=')
  })

  test('that goes while it is open does not look as if it were there', async () => {
    const { queryClient } = await openConsole(meeting)
    await expect.element(heading(name, 2)).toBeVisible()
    setNetwork({ [`/front/query${meeting}`]: { status: 404, key: 'not_found' } })
    await queryClient.refetchQueries({ type: 'active' })
    await expectHeading('console:gone')
    expect(heading(name, 2).elements()).toEqual([])
  })
})

describe('what names a record', () => {
  test('is told with its count, and leads to the list of it', async () => {
    const { address } = await openConsole('/rooms/r-main')
    await press('related.title')
    const sheet = dialog(text('console:related.title'))
    const sessions = sheet.getByRole('link', { name: /^议程/ })
    const count = (await readRows('sessions', 'filters=room:eq:r-main')).length
    await expect.element(sessions).toMatchTextContent(text('console:list.total', { count }))
    await sessions.click()
    await expect.element(heading('议程', 1)).toBeVisible()
    expect(address()).toContain('r-main')
  })

  test('may be nothing', async () => {
    await openConsole('/rooms/r-main')
    await expect.element(button(text('console:related.title'))).toBeVisible()
    setNetwork({ '/front/query/*': 'empty' })
    await press('related.title')
    await expectText('console:related.none')
  })
})

const open = async (network: Network = {}) => {
  const id = await readApproved()
  await openConsole(`/registrations/${id}`, { network })
  await button(`${text('console:reveal.show')} 证件号码（护照）`).click()
  return { id, sheet: dialog(text('console:reveal.title', { label: '证件号码（护照）' })) }
}
const reveal = 'POST /front/reveal/registrations'
const give = async (reason: string) => {
  await page.getByLabelText(text('console:reveal.reason')).fill(reason)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('console:reveal.show') })
    .click()
}

describe('a masked value', () => {
  test('is shown for a reason, and hidden by a touch or when the tablet is put down', async () => {
    const { id, sheet } = await open({ [reveal]: { data: { value: 'E12345678' } } })
    await give('abc')
    await expect
      .element(sheet.getByRole('alert'))
      .toMatchTextContent(text('console:reveal.short', { count: 5 }))
    expect(callsTo(/reveal/)).toEqual([])
    await give('核对护照')
    await expectDraft(`registrations ${id} reveal id_number`)
    await open({ [reveal]: { data: { value: 'E12345678' } } })
    await expect.element(page.getByLabelText(text('console:reveal.reason'))).toHaveValue('核对护照')
    await give('核对护照号码')
    await expect.poll(() => value('证件号码（护照）').innerText).toContain('E12345678')
    expect(callsTo(/reveal/).map(({ body }) => body)).toEqual([
      { id, field: 'id_number', reason: '核对护照号码' },
    ])
    await button(`${text('console:reveal.hide')} 证件号码（护照）`).click()
    expect(value('证件号码（护照）').innerText).toContain('***')
    await button(`${text('console:reveal.show')} 证件号码（护照）`).click()
    await give('核对护照号码')
    await expect.poll(() => value('证件号码（护照）').innerText).toContain('E12345678')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await expect
      .poll(() => {
        document.dispatchEvent(new Event('visibilitychange'))
        return value('证件号码（护照）').innerText
      })
      .toContain('***')
    vi.restoreAllMocks()
  })

  test('stays hidden when the server refuses, with the reason, and without network', async () => {
    const { sheet } = await open({ [reveal]: { status: 429, key: 'rate.limited' } })
    await give('核对护照号码')
    await expect.element(sheet.getByRole('alert')).toMatchTextContent('rate.limited')
    expect(value('证件号码（护照）').innerText).toContain('***')
    setNetwork({ [reveal]: 'offline' })
    await give('核对护照号码')
    await expect.element(sheet.getByRole('alert')).toMatchTextContent(text('console:networkAccess'))
  })
})

const decline = 'POST /front/action/side_meetings/decline'
const actions = () => textsOf('main footer [class*=buttons] button')

const askForReason = async () => {
  await button('不予通过').click()
  return dialog('不予通过').getByRole('textbox').last()
}

test('a reason that was typed is there again after the page ended, until it is sent', async () => {
  await openConsole(meeting)
  await (await askForReason()).fill('All rooms are taken.')
  await expectDraft('side_meetings side-storage decline')
  await openConsole(meeting, { network: { [decline]: { data: { id: 'side-storage', version: 9 } } } })
  await expect.element(await askForReason()).toHaveValue('All rooms are taken.')
  await expectText('console:form.restored')
  await dialog('不予通过').getByRole('textbox').first().fill('会议室已满。')
  await dialog('不予通过').getByRole('button', { name: '不予通过' }).click()
  await expect.poll(() => listSent()).toHaveLength(1)
  await openConsole(meeting)
  await expect.element(await askForReason()).toHaveValue('')
})

test('a reason that the row has already was not typed, and leaves no draft', async () => {
  const row = {
    ...(await readRow('side_meetings', 'side-storage')),
    reason: { 'zh-CN': '旧', en: 'Earlier' },
  }
  await openConsole(meeting, { network: { '/front/query/side_meetings/side-storage': { data: row } } })
  await expect.element(await askForReason()).toHaveValue('Earlier')
  await expect.element(page.getByText(text('console:form.restored'))).not.toBeInTheDocument()
})

describe('an action', () => {
  test('is offered in the states that it leads on from, and so are changing and deleting', async () => {
    await openConsole(meeting)
    await expect.poll(actions).toEqual(['不予通过', '分配会议室'])
    expect(link(text('console:record.edit')).elements()).toEqual([])
    expect(button(text('console:delete.title')).elements()).toEqual([])
    await openConsole('/side_meetings/side-hydrogen')
    await expect.poll(actions).toEqual(['取消边会', '分配会议室', '确认收款'])
  })

  test('tells what it needs, keeps what was typed when it is refused, and sends what was given', async () => {
    const { version } = await read<{ version: number }>(`/front/query${meeting}`)
    const fields = [{ path: 'reason', key: 'field.invalid', text: 'Too rude' }]
    await openConsole(meeting, {
      network: { [decline]: { status: 422, key: 'validation.failed', fields } },
    })
    const sheet = dialog('不予通过')
    const confirm = sheet.getByRole('button', { name: '不予通过' })
    await button('不予通过').click()
    await confirm.click()
    await expect.element(sheet.getByText(/原因/).first()).toBeVisible()
    expect(listSent()).toEqual([])
    await sheet.getByRole('textbox').first().fill('会议室已满。')
    await sheet.getByRole('textbox').last().fill('All rooms are taken.')
    await confirm.click()
    await expect.element(page.getByText('Too rude').first()).toBeVisible()
    await expect.element(button(text('console:record.dismiss'))).toBeVisible()
    setNetwork({ [decline]: { data: { id: 'side-storage', version: version + 1 } } })
    await button('不予通过').click()
    await expect.element(sheet.getByRole('textbox').last()).toHaveValue('All rooms are taken.')
    await sheet.getByRole('textbox').first().fill('很抱歉，会议室已满。')
    await confirm.click()
    const reason = { 'zh-CN': '很抱歉，会议室已满。', en: 'All rooms are taken.' }
    await expectSent({ id: 'side-storage', version, reason })
    await expect.poll(() => sheet.elements().length).toBe(0)
  })
})
