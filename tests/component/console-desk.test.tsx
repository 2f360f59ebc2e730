import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  callsTo,
  expectHeading,
  expectText,
  openConsole,
  press,
  readModules,
  readRow,
  readRows,
  textsOf,
} from './support/console.ts'
import { setNetwork, type Call, type Network } from './support/network.ts'
import { dialog, link } from './support/roles.ts'
import { text } from './support/texts.ts'

const path = '/registrations?filters=status:in:submitted|under_review&desk=review'
const action = (name: string) => `POST /front/action/registrations/${name}`
/** What the server answers to every decision: the row a version on. */
const taken = ({ body }: Call) => {
  const { id, version } = body as { id: string; version: number }
  return { data: { id, version: version + 1 } }
}
const decisions = {
  [action('start_review')]: taken,
  [action('approve')]: taken,
  [action('decline')]: taken,
  [action('request_info')]: taken,
}
const expectPlace = (place: number) => expectText('console:desk.counter', { place, total: 3 })
const decision = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const openDesk = (network: object = {}) =>
  openConsole(path, { network: { ...decisions, ...network } as Network })
const sent = (name: string) =>
  callsTo(new RegExp(`POST .*/${name}$`)).map(({ body }) => (body as { id: string }).id)

/** The rows that wait, in the order of the desk. */
const readWaiting = async () => {
  const entry = (await readModules()).find(({ name }) => name === 'registrations')?.waiting?.[0]
  const sorters = Object.entries(entry?.sorters ?? {})
    .map((sorter) => sorter.join(':'))
    .join()
  return readRows('registrations', `filters=status:in:submitted|under_review&sorters=${sorters}`)
}

describe('the review desk', () => {
  test('shows one row after the other with what is late, says once that each is looked at, and leads back to the list [135]', async () => {
    const [first, second] = await readWaiting()
    const { address } = await openDesk()
    await expectPlace(1)
    await expect.poll(() => textsOf('main article h2')[0]).toContain(first?.['realname'])
    await expectText('console:desk.late')
    await press('desk.skip')
    await expectPlace(2)
    await expect.poll(() => textsOf('main article h2')[0]).toContain(second?.['realname'])
    await press('desk.back')
    await expectPlace(1)
    const opened = [first, second].filter((row) => row?.['status'] === 'submitted').map((row) => row?.id)
    await expect.poll(() => sent('start_review')).toEqual(opened)
    await link(text('console:record.back')).click()
    await expect.poll(() => textsOf('main [data-row]').length).toBe(3)
    expect(address()).not.toContain('desk=')
  })
})

const progressOfDesk = () => document.querySelector<HTMLProgressElement>('main progress')?.value

test('a desk goes on to rows that had not come, whatever was skipped, and counts all that wait', async () => {
  const [first] = await readWaiting()
  const rowOf = (at: number) => ({ ...first, id: `row-${at}`, realname: `Person ${at}` })
  const all = Array.from({ length: 53 }, (_, at) => rowOf(at))
  const pageOf = ({ path: asked }: Call) => {
    const at = Number(new URLSearchParams(asked.split('?')[1]).get('page') ?? 1)
    return { data: { items: all.slice((at - 1) * 50, at * 50), page: at, size: 50, total: all.length } }
  }
  const oneOf = ({ path: asked }: Call) => ({ data: rowOf(Number(/row-(\d+)/.exec(asked)?.[1])) })
  await openDesk({ '/front/query/registrations/all': pageOf, '/front/query/registrations/*': oneOf })
  await expectText('console:desk.counter', { place: 1, total: 53 })
  expect(progressOfDesk()).toBe(0)
  for (let place = 2; place <= 52; place += 1) {
    await press('desk.skip')
    await expectText('console:desk.counter', { place, total: 53 })
  }
  expect(progressOfDesk()).toBe(0)
})

describe('a decision', () => {
  test('is one although the hand trembles, goes on to the next row, and is taken back', async () => {
    await openDesk()
    await expectPlace(1)
    await decision('通过').dblClick()
    await expectPlace(2)
    await expect.element(page.getByText(/^通过\s· Sample Person 04/)).toBeVisible()
    await press('desk.undo')
    await expectPlace(1)
    expect(sent('approve')).toEqual([])
    await expect.element(decision('通过')).toBeVisible()
  })

  test('is made by keys, which are told, and which can be switched off', async () => {
    await openDesk()
    await expectPlace(1)
    await expect
      .poll(() =>
        [...document.querySelectorAll('main footer [aria-keyshortcuts]')].map((each) => each.textContent),
      )
      .toEqual(['1不通过', '2要求补充材料', '3通过'])
    await userEvent.keyboard('3')
    await expectPlace(2)
    await userEvent.keyboard('z')
    await expectPlace(1)
    await press('desk.keys')
    await expect.element(dialog(text('console:desk.keys'))).toMatchTextContent('3通过')
    await page.getByLabelText(text('console:desk.keysOn')).click()
    await press('close')
    await userEvent.keyboard('3')
    expect(document.querySelector('main footer kbd')).toBeNull()
    await expectPlace(1)
  })
})

describe('the queue', () => {
  test('ends with what was skipped, which can be looked at again', async () => {
    await openDesk()
    for (const place of [1, 2]) {
      await expectPlace(place)
      await decision('通过').click()
    }
    await expectPlace(3)
    await press('desk.skip')
    await expectHeading('console:desk.skipped', { count: 1 })
    await press('desk.again')
    await expectPlace(3)
  })

  test('ends when everything is decided', async () => {
    await openDesk({ '/front/query/registrations/all': 'empty' })
    await expectHeading('console:desk.done')
    await expect.element(link(text('console:desk.toToday'))).toHaveAttribute('href', '/console')
  })

  test('that is refused says so', async () => {
    await openDesk({ '/front/query/registrations/all': { status: 404, key: 'not_found' } })
    await expectHeading('console:gone')
  })
})

describe('a photo', () => {
  const reveal = 'POST /front/reveal/registrations'
  const file = {
    value: { no: 'P1', name: 'photo.jpg', mediaType: 'image/jpeg', sizeBytes: 1, sha256: '' },
    token: 'once',
  }
  const photo = { [reveal]: { data: file }, '/front/download/file/P1': { data: null } }

  test('is shown for a reason, which holds for those that follow; each is asked for once', async () => {
    await openDesk(photo)
    await expectPlace(1)
    const reason = page.getByLabelText(text('console:desk.reason'))
    await expect.element(reason).toHaveValue(text('console:desk.reasonText'))
    await reason.fill('abc')
    await expectText('console:desk.reasonShort')
    await press('desk.showPhotos')
    expect(callsTo(/reveal/)).toEqual([])
    await reason.fill('核对证件照')
    await press('desk.showPhotos')
    await expect.element(page.getByRole('figure').getByRole('img')).toBeInTheDocument()
    // That of the next one is there before it is looked at.
    await expect.poll(() => callsTo(/reveal/).length).toBe(2)
    await press('desk.skip')
    await expectPlace(2)
    await expect
      .poll(() => callsTo(/reveal/).map(({ body }) => body))
      .toEqual((await readWaiting()).map(({ id }) => ({ id, field: 'photo', reason: '核对证件照' })))
  })

  test('that is refused says why, and can be asked for again', async () => {
    await openDesk({ [reveal]: { status: 429, key: 'rate.limited', msg: 'Too many.' } })
    await press('desk.showPhotos')
    await expect.element(page.getByText('Too many.')).toBeVisible()
    setNetwork({ ...decisions, ...photo })
    await press('desk.photoAgain')
    await expect.element(page.getByRole('figure').getByRole('img')).toBeInTheDocument()
  })

  test('that was not given is told as none, and nothing is on offer where nothing is to be decided any more', async () => {
    const permissions = { update: false, delete: false, actions: [] }
    const data = { ...(await readRow('registrations', 'reg-4')), photo: null, permissions }
    await openDesk({ '/front/query/registrations/reg-4': { data } })
    await expectText('console:desk.noPhoto')
    await expectText('console:desk.decided')
  })
})
