import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  callsTo,
  expectText,
  holdCalls,
  listSent,
  openConsole,
  press,
  readRows,
  textsOf,
} from './support/console.ts'
import { acceptedOverlapsKey } from '#contract/row-api.ts'
import type { Call, Network } from './support/network.ts'
import { expectDraft } from './support/outbox.ts'
import { button, dialog } from './support/roles.ts'
import { text } from './support/texts.ts'

const remove = 'POST /front/delete/rooms'
const refused = { status: 409, key: 'row.in_use', msg: 'It is named by a session.' } as const
const ids = () => callsTo(/POST .*delete/).map(({ body }) => (body as { id: string }).id)

/** Chooses the first rows of a list, and opens what can be done with them. */
async function choose(module: string, count: number, network: Network = {}): Promise<string[]> {
  const rows = await readRows(module)
  await openConsole(`/${module}`, { network })
  await press('selection.begin')
  const boxes = page.getByRole('main').getByRole('checkbox')
  for (let place = 0; place < count; place += 1) await boxes.nth(place).click()
  await press('bulk.button')
  await expectText('console:bulk.rows', { count })
  return rows.slice(0, count).map(({ id }) => id)
}

const declineSix = async (network: Network) => {
  await choose('registrations', 6, network)
  await button('不通过').click()
}

const removeThem = async (count: number) => {
  await press('delete.button')
  await press('bulk.start', { count, deed: text('console:delete.button') })
}

describe('one thing with several rows', () => {
  test('is done with each as it was seen, and taken back with each [235]', async () => {
    const chosen = await choose('rooms', 3, {
      [remove]: { data: {} },
      'POST /front/restore/rooms': { data: {} },
    })
    await removeThem(3)
    await expectText('console:bulk.done', { count: 3 })
    expect(ids().toSorted()).toEqual(chosen.toSorted())
    await press('bulk.undo', { count: 3 })
    await expectText('console:bulk.undone', { count: 3 })
    expect(callsTo(/POST .*restore/)).toHaveLength(3)
  })

  test('that is taken back asks about what is in the same place at the same time, and comes back on purpose', async () => {
    const fields = [
      { path: 'room', key: 'row.overlaps', params: { row: 'other' }, text: 'Beside the opening' },
    ]
    const [first] = await choose('rooms', 2, {
      [remove]: { data: {} },
      'POST /front/restore/rooms': ({ body }: Call) =>
        (body as { id: string }).id === 'r-main' && !Object.hasOwn(body as object, acceptedOverlapsKey)
          ? { status: 409, key: 'row.overlaps', fields }
          : { data: {} },
    })
    await removeThem(2)
    await press('bulk.undo', { count: 2 })
    await expectText('console:bulk.undone', { count: 1 })
    expect(textsOf('dialog li')).toEqual(['主会场\nBeside the opening'])
    await press('bulk.accept', { count: 1 })
    await expectText('console:bulk.undone', { count: 2 })
    expect(callsTo(/POST .*restore/).at(-1)?.body).toEqual({ id: first, [acceptedOverlapsKey]: ['other'] })
    expect(textsOf('dialog li')).toEqual([])
  })

  test('is refused for some, which are told with their reasons and stay chosen', async () => {
    const [first = ''] = await choose('rooms', 2, {
      [remove]: ({ body }: Call) => ((body as { id: string }).id === 'r-main' ? refused : { data: {} }),
    })
    expect(first).toBe('r-main')
    await removeThem(2)
    await expectText('console:bulk.refused', { count: 1 })
    expect(textsOf('dialog li')).toEqual(['主会场\nIt is named by a session.'])
    await press('bulk.close')
    await expectText('console:selection.count', { count: 1 })
  })

  test('is stopped by its person: what is under way is counted, the rest is left, and goes on at a touch', async () => {
    await choose('rooms', 5, { [remove]: { data: {} } })
    const letGo = holdCalls(/delete/)
    await removeThem(5)
    await expectText('console:bulk.tried', { tried: 0, total: 5 })
    await press('export.cancel')
    letGo()
    await expectText('console:bulk.done', { count: 3 })
    await expect.element(page.getByRole('alert')).toMatchTextContent(text('console:bulk.left', { count: 2 }))
    expect(ids()).toHaveLength(3)
    await press('bulk.goOn')
    await expectText('console:bulk.done', { count: 5 })
  })

  test('asks once for what it needs, and leaves alone what is in no state for it', async () => {
    await choose('registrations', 6, { 'POST /front/action/registrations/decline': { data: {} } })
    await button('不通过').click()
    const sheet = dialog('不通过')
    await expect.element(sheet.getByText(text('console:bulk.tells'))).toBeVisible()
    const fit = (await readRows('registrations'))
      .slice(0, 6)
      .filter(({ permissions }) => permissions?.actions.includes('decline')).length
    expect(fit).toBeLessThan(6)
    await expect.element(sheet.getByText(text('console:bulk.others', { count: 6 - fit }))).toBeVisible()
    await press('bulk.start', { count: fit, deed: '不通过' })
    expect(listSent()).toEqual([])
    await sheet.getByRole('textbox').first().fill('名额已满。')
    await sheet.getByRole('textbox').last().fill('We are full.')
    await press('bulk.start', { count: fit, deed: '不通过' })
    await expect.element(sheet.getByText(text('console:bulk.done', { count: fit }))).toBeVisible()
    expect(callsTo(/POST/)).toHaveLength(fit)
  })

  test('has what was typed for them again after the page ended, until it was done with all', async () => {
    const decline = 'POST /front/action/registrations/decline'
    const words = dialog('不通过').getByRole('textbox')
    await declineSix({})
    await words.last().fill('We are full.')
    await expectDraft('registrations bulk decline')
    const fields = [
      { path: 'room', key: 'row.overlaps', params: { row: 'other' }, text: 'Beside the opening' },
    ]
    await declineSix({
      [decline]: ({ body }: Call) =>
        Object.hasOwn(body as object, acceptedOverlapsKey)
          ? { data: {} }
          : { status: 409, key: 'row.overlaps', fields },
    })
    await expect.element(words.last()).toHaveValue('We are full.')
    await words.first().fill('名额已满。')
    await dialog('不通过')
      .getByRole('button', { name: /^不通过/ })
      .click()
    await expect.element(dialog('不通过').getByRole('listitem').first()).toBeVisible()
    const count = callsTo(/decline/).length
    await press('bulk.accept', { count })
    await expectText('console:bulk.done', { count })
    await declineSix({})
    await expect.element(words.last()).toHaveValue('')
  })
})
