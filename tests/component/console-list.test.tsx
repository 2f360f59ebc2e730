import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ModuleMetadata } from '../../contract/metadata.ts'
import {
  callsTo,
  expectHeading,
  expectSent,
  expectText,
  expectTotal,
  holdCalls,
  listSent,
  openConsole,
  press,
  readMetadata,
  readRow,
  readRows,
  textsOf,
  upright,
} from './support/console.ts'
import { setNetwork, type Reply } from './support/network.ts'
import { button, dialog, heading, link, region } from './support/roles.ts'
import { text } from './support/texts.ts'

const rows = '/front/query/side_meetings/all'
const titles = () => textsOf('main [data-row] a')
const filtersOf = (address: string) => new URLSearchParams(address.split('?')[1]).get('filters')
const sortersOf = (address: string) => new URLSearchParams(address.split('?')[1]).get('sorters')
const heads = () => textsOf('thead th')
const own = () => dialog(text('console:own.title'))
const search = () => page.getByRole('main').getByRole('searchbox', { name: text('console:list.search') })

describe('the list of a module', () => {
  test('has the columns, words and rows that the server describes [231, 250]', async () => {
    const { views, fields } = await readMetadata('side_meetings')
    const expected = await readRows('side_meetings')
    await openConsole('/side_meetings', { locale: 'en' })
    await expectTotal(expected.length)
    expect(heads()).toEqual(views.columns.map(({ field }) => fields[field]?.label.en))
    expect(titles()).toEqual(expected.map(({ name }) => name))
  })

  test('is on its way', async () => {
    await openConsole('/side_meetings', { network: { [rows]: 'pending' } })
    await expect.element(page.getByRole('status', { name: text('common:loading') })).toBeVisible()
  })

  test('has nothing of what was asked for, and shows all at a touch', async () => {
    await openConsole('/side_meetings?q=无此会议')
    await expectHeading('console:list.none')
    await press('list.showAll')
    await expectTotal(6)
  })

  test.for([
    ['empty', 'console:list.empty'],
    [{ status: 503, key: 'server.unavailable' }, 'common:loadFailure.title'],
  ] as const)('is empty or did not come, and comes at the next try (%o)', async ([reply, title]) => {
    const { queryClient } = await openConsole('/side_meetings', { network: { [rows]: reply } })
    await expect.element(heading(text(title))).toBeVisible()
    setNetwork({})
    await queryClient.refetchQueries({ type: 'active' })
    await expectTotal(6)
  })

  test('says that there is no network, and comes when it is back', async () => {
    const { go, queryClient, settle } = await openConsole('/side_meetings?q=无此会议')
    await settle()
    setNetwork('offline')
    await go('/console/side_meetings')
    await expectHeading('common:offline.title')
    setNetwork({})
    await queryClient.refetchQueries({ type: 'active' })
    await expectTotal(6)
  })

  test('tells how far it can be scrolled where that is not its end', async () => {
    const metadata = await readMetadata('side_meetings')
    const data: ModuleMetadata = { ...metadata, limits: { ...metadata.limits, reach: 3 } }
    await openConsole('/side_meetings', { network: { '/front/metadata/side_meetings': { data } } })
    await expectText('console:list.reach', { count: 3 })
    expect(titles()).toHaveLength(3)
  })

  test('draws what is in view and no more, to its end [231]', async () => {
    await openConsole('/sessions?sorters=title:asc')
    await expect.poll(() => titles().length).toBeGreaterThan(10)
    expect(titles().length).toBeLessThan(60)
    const first = document.querySelector('[data-row]')?.getAttribute('data-row')
    const scroller = document.querySelector('table')?.closest('[class*=scroller]')
    scroller?.scrollTo(0, scroller.scrollHeight)
    // The names of the columns are the first row of a table.
    await expect
      .poll(() => document.querySelector('tr[aria-rowindex="85"] a')?.textContent ?? '')
      .not.toBe('')
    expect(document.querySelector(`[data-row="${first}"]`)).toBeNull()
    expect(titles().length).toBeLessThan(60)
  })

  test('is made of cards where it is narrow: title, second line and badges [254]', async () => {
    await openConsole('/side_meetings', upright)
    await expect
      .poll(() =>
        textsOf('main li[data-row]')
          .find((card) => card.includes('绿色金融闭门会'))
          ?.split('\n'),
      )
      .toEqual(['绿色金融闭门会', '示例绿色金融中心', '已付款', '9月7日 周四'])
    expect(document.querySelector('main table')).toBeNull()
  })

  test('marks what will be public by itself, in the table and on cards', async () => {
    const item = { ...(await readRow('informations', 'n-20230912')), published_at: '2999-01-01T00:00:00Z' }
    const data = { items: [item], page: 1, size: 50, total: 1 }
    const network = { '/front/query/informations/all': { data } }
    await openConsole('/informations', { network })
    await expectText('console:list.scheduled')
    await openConsole('/informations', { network, ...upright })
    await expectText('console:list.scheduled')
  })

  test('is asked anew when it is pulled down [231]', async () => {
    await openConsole('/side_meetings')
    await expectTotal(6)
    const before = callsTo(/query\/side_meetings/).length
    const row = document.querySelectorAll('main [data-row]')[1] as HTMLElement
    const touch = (type: string, clientY: number) => {
      const touches = [new Touch({ identifier: 1, target: row, clientX: 400, clientY })]
      row.dispatchEvent(
        new TouchEvent(type, {
          touches: type === 'touchend' ? [] : touches,
          bubbles: true,
          cancelable: true,
        }),
      )
    }
    touch('touchstart', 300)
    for (const y of [320, 400, 500]) touch('touchmove', y)
    touch('touchend', 500)
    await expect.poll(() => callsTo(/query\/side_meetings/).length).toBe(before + 1)
  })

  test.for([
    ['staff', 'travel_infos'],
    ['organiser', 'audit_log'],
  ] as const)('offers what its person may do and no more: %s in %s', async ([as, module]) => {
    const { permissions } = await readMetadata(module, as)
    await openConsole(`/${module}`, { as })
    await expect.poll(() => titles().length).toBeGreaterThan(0)
    const offers = {
      create: link(text('console:list.new')),
      import: link(text('console:list.import')),
      export: button(text('console:export.all')),
    }
    expect(
      Object.entries(offers).flatMap(([name, offer]) => (offer.elements().length > 0 ? name : [])),
    ).toEqual(Object.keys(offers).filter((name) => permissions.includes(name)))
  })
})

describe('an address', () => {
  test('that is not understood says so, and leads to the whole list', async () => {
    await openConsole('/side_meetings?filters=nonsense')
    await expectHeading('console:brokenAddress')
    await link(text('console:list.showAll')).click()
    await expectTotal(6)
  })

  test('that the server refuses says so', async () => {
    await openConsole('/sessions?filters=no_such_field:eq:1')
    await expectHeading('console:list.refused')
  })
})

test('words stand in the address and go from it again; until they are answered, what is done is done with the rows before them [318]', async () => {
  const { address } = await openConsole('/side_meetings', {
    network: { 'POST /export/side_meetings': { data: { rows: 1, columns: [] } } },
  })
  const list = region('边会')
  await press('selection.begin')
  await page.getByRole('row').nth(2).getByRole('checkbox').click()
  const before = titles()
  const letGo = holdCalls(/[?&]q=/)
  await search().fill('长时储能')
  await expect.element(list).toHaveAttribute('aria-busy', 'true')
  expect(titles()).toEqual(before)
  await expectTotal(before.length)
  await press('export.button')
  await expectSent({ ids: [expect.any(String)] })
  letGo()
  await expect.element(list).toHaveAttribute('aria-busy', 'false')
  await expect
    .element(dialog(text('console:export.title')))
    .toMatchTextContent(text('console:export.rows', { count: 1 }))
  await press('close')
  await expectTotal(1)
  await expectText('console:selection.count', { count: 0 })
  expect(new URLSearchParams(address().split('?')[1]).get('q')).toBe('长时储能')
  await press('list.clear')
  await expectTotal(before.length)
  expect(address()).toBe('/console/side_meetings')
})

describe('filters', () => {
  test('of a day, of words, of states and of what is empty, of which one or the other or all hold', async () => {
    const { address } = await openConsole('/side_meetings')
    await press('list.filter')
    const filter = dialog(text('console:filter.title'))
    const field = filter.getByLabelText(text('console:filter.field'))
    const how = filter.getByLabelText(text('console:filter.how'))
    const value = filter.getByLabelText(text('console:filter.value'))
    await field.selectOptions('申请日期')
    await how.selectOptions(text('console:op.between'))
    await filter.getByLabelText(text('console:filter.from')).fill('2023-09-07')
    await filter.getByLabelText(text('console:filter.to')).fill('2023-09-07')
    await press('filter.or')
    await field.nth(1).selectOptions('会议名称')
    await value.fill('Hydrogen')
    await press('filter.and')
    await field.nth(2).selectOptions('状态')
    for (const name of ['已分配', '已付款', '已撤回']) await filter.getByRole('checkbox', { name }).click()
    await press('filter.and')
    await field.nth(3).selectOptions('分配会议室')
    await how.nth(3).selectOptions(text('console:op.empty'))
    await value.last().selectOptions(text('console:no'))
    await press('filter.apply')
    await expect.poll(() => titles().toSorted()).toEqual(['Hydrogen corridors', '绿色金融闭门会'])
    expect(filtersOf(address())).toContain('status:in:assigned|paid|withdrawn')
    await press('list.filters', { count: 3 })
    await press('filter.none')
    await expectTotal(6)
    expect(filtersOf(address())).toBeNull()
  })

  test('that were applied stand there again, and one of two can be taken out', async () => {
    const { address } = await openConsole('/side_meetings?filters=status:eq:assigned')
    await press('list.filters', { count: 1 })
    const filter = dialog(text('console:filter.title'))
    await expect.element(filter.getByRole('checkbox', { name: '已分配' })).toBeChecked()
    await press('filter.remove')
    await press('filter.apply')
    await expectTotal(6)
    expect(filtersOf(address())).toBeNull()
  })
})

describe('order and columns', () => {
  test('a column orders the list up, down, and not; a second touch counts while the first is being answered', async () => {
    const { address } = await openConsole('/side_meetings')
    const column = page.getByRole('columnheader', { name: '会议名称' })
    await expect.element(column).toBeVisible()
    const letGo = holdCalls(/sorters=name/)
    for (const order of ['name:asc', 'name:desc']) {
      await column.getByRole('button').click()
      await expect.poll(() => sortersOf(address())).toBe(order)
    }
    letGo()
    await expect.element(column).toHaveAttribute('aria-sort', 'descending')
    await column.getByRole('button').click()
    await expect.poll(() => sortersOf(address())).toBeNull()
  })

  test('order and columns are chosen in a sheet, and go back to the defined ones', async () => {
    const { address } = await openConsole('/side_meetings', { locale: 'en' })
    await expect.poll(() => heads().length).toBeGreaterThan(3)
    const [first = '', second = '', ...others] = heads()
    await press('list.view')
    await page.getByLabelText(text('console:view.orderBy')).selectOptions(first)
    await page.getByLabelText(text('console:view.direction')).selectOptions(text('console:view.desc'))
    await expect.poll(() => sortersOf(address())).toBe('name:desc')
    await press('view.later', { name: first })
    await expect.poll(() => heads().slice(0, 2)).toEqual([second, first])
    await press('view.hide', { name: second })
    await expect.poll(heads).toEqual([first, ...others])
    await press('view.wider', { name: first })
    await expect.poll(() => new URLSearchParams(address().split('?')[1]).get('columns')).toMatch(/^name:\d+/)
    await button(second).click()
    await expect.poll(heads).toEqual([first, ...others, second])
    await press('view.asDefined')
    await expect.poll(heads).toEqual([first, second, ...others])
  })
})

describe('own lists', () => {
  test('want a name, are saved, opened, named anew and removed', async () => {
    const { go, address } = await openConsole('/side_meetings?sorters=name:asc&q=储能')
    await press('own.title')
    await press('own.save')
    await expect.element(own().getByRole('alert')).toMatchTextContent(text('console:own.unnamed'))
    await own().getByLabelText(text('console:own.name')).fill('储能一览')
    await press('own.save')
    const chip = button('储能一览')
    await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
    const saved = address()
    await go('/console/side_meetings')
    await expect.element(chip).toHaveAttribute('aria-pressed', 'false')
    await chip.click()
    await expect.poll(address).toBe(saved)
    await press('own.title')
    await press('own.renameOf', { name: '储能一览' })
    await own().getByLabelText(text('console:own.name')).last().fill('储能')
    await press('own.rename')
    await press('own.remove', { name: '储能' })
    await press('close')
    await expect.poll(() => button('储能').elements().length).toBe(0)
  })

  test('are of one person alone', async () => {
    await openConsole('/qa')
    await press('own.title')
    await own().getByLabelText(text('console:own.name')).fill('Mine')
    await press('own.save')
    await expect.element(button('Mine')).toBeVisible()
    await openConsole('/qa', { as: 'staff' })
    await expect.poll(() => titles().length).toBeGreaterThan(0)
    expect(button('Mine').elements()).toEqual([])
  })
})

describe('chosen rows', () => {
  test('go out alone, without columns not at all, and what goes out can be given up [236, 318]', async () => {
    const items = await readRows('side_meetings')
    const columns = ['name', 'subject'].map((path) => ({ path, label: { 'zh-CN': path, en: path } }))
    let made: Reply = { status: 503, key: 'server.busy' }
    await openConsole('/side_meetings', {
      network: {
        'POST /export/side_meetings': ({ body }) =>
          JSON.stringify(body).includes('count') ? { data: { rows: 2, columns } } : made,
      },
    })
    await press('selection.begin')
    for (const place of [2, 4]) await page.getByRole('row').nth(place).getByRole('checkbox').click()
    await expectText('console:selection.count', { count: 2 })
    await press('export.button')
    const sheet = dialog(text('console:export.title'))
    const make = sheet.getByRole('button', { name: text('console:export.make') })
    await expect.element(sheet).toMatchTextContent(text('console:export.rows', { count: 2 }))
    for (const { path } of columns) await sheet.getByLabelText(path).click()
    await expect.element(make).toBeDisabled()
    await sheet.getByLabelText('name').click()
    await make.click()
    await expect.element(sheet.getByRole('alert')).toBeVisible()
    expect(listSent().at(-1)).toEqual({
      format: 'xlsx',
      columns: ['name'],
      ids: [items[1]?.id, items[3]?.id],
    })
    made = 'pending'
    await make.click()
    await press('export.cancel')
    await expect.element(make).toBeVisible()
    expect(sheet.getByRole('alert').elements()).toEqual([])
  })

  test('scroll below the names of the columns: nobody touches a row that they do not see', async () => {
    await openConsole('/sessions?sorters=title:asc')
    await press('selection.begin')
    await expect.poll(() => document.querySelectorAll('main [data-row] input').length).toBeGreaterThan(10)
    document.querySelector('table')?.closest('[class*=scroller]')?.scrollTo(0, 100)
    const head = document.querySelector('thead tr')
    const top = document.querySelector('thead th')?.getBoundingClientRect()
    const { left = 0, width = 0 } = head?.children[0]?.getBoundingClientRect() ?? {}
    const touched = document.elementFromPoint(left + width / 2, (top?.top ?? 0) + (top?.height ?? 0) / 2)
    expect(head?.contains(touched)).toBe(true)
  })

  test('can be all, also those that were never scrolled to, and choosing ends', async () => {
    await openConsole('/sessions')
    await press('selection.begin')
    await press('selection.all', { count: 84 })
    await expectText('console:selection.count', { count: 84 })
    const boxes = [...document.querySelectorAll<HTMLInputElement>('main [data-row] input')]
    expect(boxes.every(({ checked }) => checked)).toBe(true)
    await press('bulk.button')
    await expectText('console:bulk.rows', { count: 84 })
    await press('close')
    await press('selection.end')
    await expect.element(button(text('console:selection.begin'))).toBeVisible()
    expect(document.querySelectorAll('main [data-row] input')).toHaveLength(0)
  })
})
