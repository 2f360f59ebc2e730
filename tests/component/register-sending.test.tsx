import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { photoRules } from '../../contract/file-kinds.ts'
import { callsTo, holdCalls, read } from './support/console.ts'
import { setNetwork, type Replies } from './support/network.ts'
import { storeDraft, storeEntry } from './support/outbox.ts'
import { openPage, refuseField } from './support/pages.ts'
import { field, label, next, step, who } from './support/registration.ts'
import { button, heading, link, listTexts, main } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const send = () => button(text('register:send.first'))
const sendChanges = () => button(text('register:send.again'))
const alert = () => page.getByRole('alert')

/** A picture, larger than a photo need be; or of other measures. */
async function createPhoto({ width = 900, height = 1200 } = {}): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('no canvas')
  drawing.fillStyle = '#bbccdd'
  drawing.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], '我.jpg', { type: 'image/jpeg' })
}

/** A small JPEG that says of itself to have as many pixels as that: who unpacks it needs room for all of them. */
async function createPictureBomb(width: number, height: number): Promise<File> {
  const bytes = new Uint8Array(await (await createPhoto({ width: 16, height: 16 })).arrayBuffer())
  // Start of frame: marker, length, precision, then height and width.
  const start = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xc0)
  new DataView(bytes.buffer).setUint16(start + 5, height)
  new DataView(bytes.buffer).setUint16(start + 7, width)
  return new File([bytes], 'large.jpg', { type: 'image/jpeg' })
}

/** Everything that a participant is asked for. */
async function createForm() {
  const file = await createPhoto()
  const photo = { file, name: file.name }
  const work = { company: '国家电网', position: '工程师', business_category: 'media' }
  return { ...who, ...work, sub_forum: ['t-2'], activities: ['tour-b'], photo }
}

const accepted: Replies = {
  'POST /front/attachment/upload': { data: { no: 'photo-1' } },
  'POST /front/post/registrations': { data: { id: 'registration-1', version: 1 } },
}

/** Opens the page on which everything is looked through, with all of it filled in. */
async function openReview(network: Replies = accepted) {
  await storeDraft('applicant', 'registrations', await createForm())
  const screen = await openPage('/register?step=review', { as: 'applicant', network })
  await expect.element(step('review')).toBeVisible()
  return screen
}

const openPhoto = () => openPage('/register?step=photo', { as: 'applicant', locale: 'en' })
const picker = () => page.getByLabelText(text('register:photo.file'), { exact: true })

// Which kind a file is by its bytes is tested beside photo-rules.ts.
test('a file that cannot become a photo is refused in words that help [T41]', async () => {
  await openPhoto()
  const damaged = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3])
  const megapixels = { megapixels: 48, max: photoRules.maxPixels / 1_000_000 }
  const refused: [fault: string, file: File, values?: Record<string, string | number>][] = [
    ['pdf', new File(['%PDF-1.7 is no photo'], 'me.jpg', { type: 'image/jpeg' })],
    ['unreadable', new File([damaged], 'me.jpg', { type: 'image/jpeg' })],
    ['tooSmall', await createPhoto({ width: 200, height: 300 }), { size: '200 × 300', least: '295 × 413' }],
    ['tooManyPixels', await createPictureBomb(8000, 6000), megapixels],
  ]
  for (const [fault, file, values] of refused) {
    await userEvent.upload(picker(), file)
    await expect.element(alert()).toMatchTextContent(text(`register:photo.fault.${fault}`, values))
  }
})

test('a photo says how it must be, is required, cut by keys, used, and taken away again [129, 130]', async () => {
  await openPhoto()
  for (const one of ['good', 'hat', 'side', 'covered'])
    await expect.element(main()).toMatchTextContent(text(`register:photo.example.${one}`))
  const camera = page.getByLabelText(text('register:photo.camera'), { exact: true })
  await expect
    .element(camera)
    .toHaveAccessibleDescription(new RegExp(text('register:photo.help').replace(/[;；,，].*/s, '')))
  await expect.element(camera).toHaveAttribute('capture', 'user')
  await userEvent.upload(picker(), await createPhoto())
  await button(text('register:photo.crop.cancel')).click()
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
  await userEvent.upload(picker(), await createPhoto())
  const crop = page.getByRole('region', { name: text('register:photo.crop.title') })
  await expect.element(crop).toHaveFocus()
  const zoom = page.getByRole('slider', { name: text('register:photo.crop.zoom') })
  ;(zoom.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(() => (zoom.element() as HTMLInputElement).value).not.toBe('1')
  await button(text('register:photo.crop.done')).click()
  await expect.element(page.getByRole('img', { name: text('register:photo.yours') })).toBeVisible()
  await button(text('register:photo.remove')).click()
  await expect.element(page.getByRole('img', { name: text('register:photo.yours') })).not.toBeInTheDocument()
  await next().click()
  await expect.element(camera).toHaveAccessibleDescription(/required$/)
  await expect.element(camera).toHaveFocus()
})

test('everything is looked through before it is sent, each part with its way back', async () => {
  const screen = await openReview()
  expect(listTexts(main().getByRole('heading', { level: 2 }))).toEqual(
    ['who', 'work', 'choices', 'photo'].map((one) => text(`register:steps.${one}.heading`)),
  )
  for (const shown of ['E12345678', '媒体', 'II 风能与太阳能', 'B '])
    await expect.element(main()).toMatchTextContent(shown)
  await expect.element(page.getByRole('img', { name: text('register:photo.yours') })).toBeVisible()
  const part = text('register:steps.work.heading')
  await button(text('register:review.changeOf', { part })).click()
  await expect.element(field('company')).toHaveValue('国家电网')
  expect(screen.address()).toBe('/register?step=work')
})

test('what is missing at the end leads to the step where it is', async () => {
  await storeDraft('applicant', 'registrations', { ...(await createForm()), city: '' })
  await openPage('/register?step=review', { as: 'applicant' })
  await send().click()
  await expect.element(step('who')).toBeVisible()
  await expect.element(field('city')).toHaveFocus()
})

test('what the server refuses leads back to its field, with what was typed', async () => {
  await openReview({
    ...accepted,
    'POST /front/post/registrations': () => refuseField('email', 'field.invalid'),
  })
  const letGo = holdCalls(/post\/registrations/)
  await send().click()
  // A refusal that is faster than the next page leads back at once.
  await expect.element(heading(text('register:success.saved'), 1)).toBeVisible()
  letGo()
  await expect.element(heading(text('register:success.refused'), 1)).toBeVisible()
  await link(text('register:success.mend')).click()
  await expect.element(step('who')).toBeVisible()
  await expect.element(field('email')).toHaveValue('li@forum.example')
  await expect.element(field('email')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('email')).toHaveFocus()
})

test('without network it is on its way, and the form is not offered again', async () => {
  const screen = await openReview({ ...accepted, 'POST /front/attachment/upload': 'offline' })
  await send().click()
  await expect.element(heading(text('register:success.saved'), 1)).toBeVisible()
  await expect.element(page.getByText(text('outbox:saved'))).toBeVisible()
  await screen.go('/register')
  await expect.poll(screen.address).toBe('/register/success?kind=participants')
})

test('of a registration in conflict the page after the form says so, with the way on', async () => {
  const deed = { kind: 'update', baseVersion: 1 } as const
  await storeEntry('applicant', { module: 'registrations', deed, change: { state: 'conflict' } })
  await openPage('/register/success', { as: 'applicant' })
  await expect.element(heading(text('register:conflict.title'), 1)).toBeVisible()
  await expect.element(link(text('register:success.choose'))).toHaveAttribute('href', '/register?step=review')
})

/** Id of the registration of who is `submitted`. */
async function findRegistration(): Promise<string> {
  const path = '/front/query/registrations/all?own=true'
  const { items } = await read<{ items: { id: string }[] }>(path, 'submitted')
  return items[0]?.id ?? ''
}

test('of a registration that stands nothing is sent when nothing was changed [138]', async () => {
  const screen = await openPage('/register?step=review', { as: 'submitted' })
  await expect.element(main()).toMatchTextContent('***')
  await expect.element(page.getByText(text('register:photo.onServer'))).toBeVisible()
  await sendChanges().click()
  await expect.poll(screen.address).toBe('/user/center')
  expect(callsTo(/POST/)).toEqual([])
})

test('after the approval name, number, photo and category are fixed: they are not asked for', async () => {
  await openPage('/register?step=who', { as: 'approved' })
  await expect.element(field('email')).toBeVisible()
  await expect.element(page.getByText(text('register:step.count', { number: 1, count: 4 }))).toBeVisible()
  for (const name of ['realname', 'id_number']) await expect.element(field(name)).not.toBeInTheDocument()
})

test('a picture that was not cut yet is there again, and holds up what is sent', async () => {
  await openPhoto()
  await userEvent.upload(picker(), await createPhoto())
  const crop = page.getByRole('region', { name: text('register:photo.crop.title') })
  await expect.element(crop).toBeVisible()
  await expect.element(page.getByText(text('register:draft.saved'))).toBeInTheDocument()
  await openPhoto()
  await button(text('register:photo.crop.done')).click()
  await expect.element(page.getByRole('img', { name: text('register:photo.yours') })).toBeVisible()
  const form = await createForm()
  await storeDraft('applicant', 'registrations', { ...form, photo: { $unfinished: form.photo, value: null } })
  await openPage('/register?step=review', { as: 'applicant', locale: 'en' })
  await send().click()
  await expect.element(crop).toBeVisible()
  await expect.element(main()).toMatchTextContent('Please finish')
  expect(callsTo(/POST/)).toEqual([])
})

test('what was typed for a new registration is chosen from when another device has sent one', async () => {
  await storeDraft('submitted', 'registrations', { ...who, city: '昆山', sub_forum: ['t-2'] })
  const network: Replies = { 'POST /front/edit/registrations': { data: { version: 2 } } }
  await openPage('/register?step=who', { as: 'submitted', network })
  const choice = page.getByRole('region', { name: text('forms:versions.title') })
  await expect.element(choice).toMatchTextContent('昆山')
  await next().click()
  await expect.element(choice).toHaveFocus()
  await choice.getByRole('button', { name: text('forms:versions.allTheirs') }).click()
  await choice
    .getByRole('group', { name: label('city') })
    .getByRole('radio')
    .first()
    .click()
  await button(text('forms:versions.save')).click()
  await expect.element(field('city')).toHaveValue('昆山')
  await expect.element(field('email')).not.toHaveValue(who.email)
})

test('a handed-in photo stands again when another one is taken back', async () => {
  await openPage('/register?step=photo', { as: 'submitted' })
  await expect.element(page.getByText(text('register:photo.onServer'))).toBeVisible()
  await userEvent.upload(picker(), await createPhoto())
  await button(text('register:photo.crop.done')).click()
  await expect.element(page.getByText(text('register:photo.onServer'))).not.toBeInTheDocument()
  await button(text('register:photo.remove')).click()
  await expect.element(page.getByText(text('register:photo.onServer'))).toBeVisible()
})

test('one that could not be read is asked for again; under review it has no form, at the start it leads on', async () => {
  const path = `/front/query/registrations/${await findRegistration()}`
  const row = await read<object>(path, 'submitted')
  const network: Replies = { [path]: { status: 503, key: 'server.unavailable' } }
  const screen = await openScreen('/register?step=review', { as: 'submitted', network })
  await expect.element(main().getByRole('heading', { level: 2 })).toBeVisible()
  setNetwork({ [path]: { data: { ...row, status: 'under_review' } } })
  await button(text('common:retry')).click()
  await expect.element(heading(text('register:notForYou.underReview.title'), 1)).toBeVisible()
  await screen.go('/register')
  await expect.poll(screen.address).toBe('/user/center')
  for (const [as, path, reason] of [
    ['organiser', '/register', 'organiser'],
    ['submitted', '/register/staff?step=who', 'other'],
  ] as const) {
    await openPage(path, { as })
    await expect.element(heading(text(`register:notForYou.${reason}.title`), 1)).toBeVisible()
  }
})

test('what organisers changed meanwhile stands beside the person’s own, to choose between', async () => {
  const conflict = { current: { company: 'State Grid', version: 3 }, fields: ['company'] }
  await storeEntry('submitted', {
    module: 'registrations',
    entityId: await findRegistration(),
    deed: { kind: 'update', baseVersion: 1 },
    body: { company: '国家电网有限公司' },
    change: { state: 'conflict' },
    told: { msg: '', problems: [], conflict },
  })
  await openPage('/register?step=review', {
    as: 'submitted',
    network: { 'POST /front/edit/registrations': { data: { version: 4 } } },
  })
  await expect.element(heading(text('register:conflict.title'), 1)).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'State Grid' })).toBeVisible()
  await button(text('outbox:conflict.keepMine')).click()
  await expect
    .poll(() => callsTo(/edit\/registrations/)[0]?.body)
    .toMatchObject({ company: '国家电网有限公司', version: 3 })
})

test('staff and media are asked for their category and department, without choices [45, 142]', async () => {
  await openPage('/register/staff?step=work', { as: 'applicant' })
  await next().click()
  for (const name of ['identity_category', 'department', 'company', 'position'])
    await expect.element(alert()).toMatchTextContent(`${label(name)}：必填`)
  await expect.element(page.getByText(text('register:step.count', { number: 3, count: 5 }))).toBeVisible()
})
