import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loadOwnTexts } from '#lib/locale.ts'
import type { FileValue } from '../../contract/row.ts'
import type { MaterialsRow } from '../../src/features/speech-materials/slots.ts'
import type { SlotUpload } from '../../src/features/speech-materials/upload-store.ts'
import { UploadState } from '../../src/features/speech-materials/UploadState.tsx'
import { callsTo } from './support/console.ts'
import type { Replies } from './support/network.ts'
import { storeEntry } from './support/outbox.ts'
import { errorText, listReply, openPage } from './support/pages.ts'
import { button, dialog, listTexts, region } from './support/roles.ts'
import { renderPiece, type ScreenOptions } from './support/screen.tsx'
import { text } from './support/texts.ts'

const rowsPath = '/front/query/speech_materials/all'
const edit = 'POST /front/edit/speech_materials'
const key = (name: string, values?: Record<string, string | number>) =>
  text(`speech-materials:${name}`, values)

const resume = (name: string): FileValue => ({
  no: '7',
  name,
  mediaType: 'application/pdf',
  sizeBytes: 4096,
  sha256: '',
})

/** What a speaker has handed in. */
const row = (change: Partial<MaterialsRow> = {}): MaterialsRow => ({
  id: 'materials-1',
  owner_id: null,
  presenter: null,
  created_at: '2023-08-01T02:00:00Z',
  updated_at: '2023-08-01T02:00:00Z',
  version: 1,
  chinese_resume: null,
  english_resume: resume('resume.pdf'),
  presentation: null,
  memo: null,
  ...change,
})

const openMaterials = (network: Replies = {}, options: ScreenOptions = {}) =>
  openPage('/user/materials', {
    as: 'participant',
    locale: 'en',
    network: { [rowsPath]: listReply([row()]), ...network },
    ...options,
  })

const slot = (name: string) => region(name)
const picker = (name: string) =>
  slot(name)
    .getByLabelText(new RegExp(`: ${name}$`))
    .last()
const remarks = () => region(key('remarks.title'))

/** What a file on its way says in each phase, and what can be done. */
const phases: [SlotUpload['phase'], readonly string[]][] = [
  ['waiting', ['pause', 'cancel']],
  ['sending', ['pause', 'cancel']],
  ['checking', []],
  ['paused', ['resume', 'cancel']],
  ['broken', ['resume', 'cancel']],
]

async function openUpload(upload: Partial<SlotUpload>, done: string[] = []) {
  // The piece is drawn when its texts are there.
  await renderPiece(null, { locale: 'en' })
  await loadOwnTexts()
  const file = new File([new Uint8Array(4 * 1024 * 1024)], '储能电站.pptx')
  const on = (name: string) => () => void done.push(name)
  const whole: SlotUpload = { file, phase: 'sending', sentBytes: 1024 * 1024, ...upload }
  await renderPiece(
    <UploadState upload={whole} onPause={on('pause')} onResume={on('resume')} onCancel={on('cancel')} />,
    { locale: 'en' },
  )
}

test.for(phases)(
  'a file that is %s shows how far it is, and what can be done [192]',
  async ([phase, deeds]) => {
    const done: string[] = []
    await openUpload({ phase }, done)
    await expect.element(page.getByText(key(`phase.${phase}`))).toBeVisible()
    const progress = page.getByRole('progressbar', { name: key('progress', { name: '储能电站.pptx' }) })
    await expect.element(progress).toHaveAttribute('value', '1048576')
    await expect.element(progress).toHaveAttribute('max', '4194304')
    expect(listTexts(page.getByRole('button'))).toEqual(deeds.map((deed) => key(deed)))
    for (const deed of deeds) await button(key(deed)).click()
    expect(done).toEqual(deeds)
  },
)

test.for([
  ['', 'phase.refused'],
  ['The file is damaged.', 'The file is damaged.'],
] as const)('a file that is refused says why, in words: %s [192]', async ([words, shown]) => {
  await openUpload({ phase: 'refused', text: words })
  const told = words === '' ? key(shown) : shown
  await expect.element(page.getByRole('alert')).toMatchTextContent(told)
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  await expect.element(button(key('dismiss'))).toBeVisible()
})

test.for([
  ['zh-CN', ['中文简历', '英文简历', '演示文稿']],
  ['en', ['Chinese resume', 'English resume', 'Presentation']],
] as const)('three places say what they take (%s) [53, 188-190]', async ([locale, names]) => {
  await openMaterials({ [rowsPath]: 'empty' }, { locale })
  for (const name of names) await expect.element(slot(name)).toMatchTextContent(/PDF, (DOCX|PPTX).* \d+ MB/)
  const third = names[2]
  await expect.element(slot(third)).toMatchTextContent(key('limits', { kinds: 'PDF, PPTX', max: 100 }))
})

test.for([
  ['resume.txt', 'me', 'refused.type'],
  ['resume.pdf', '', 'refused.empty'],
] as const)(
  '%s is refused before it is sent, and what lies in its place stays [192]',
  async ([name, content, refusal]) => {
    await openMaterials()
    await userEvent.upload(picker('English resume'), new File([content], name))
    const alert = slot('English resume').getByRole('alert')
    await expect.element(alert).toMatchTextContent(key(refusal, { name, kinds: 'PDF, DOCX', max: 10 }))
    await expect.element(slot('English resume')).toMatchTextContent('resume.pdf')
  },
)

test('a file that is too large is refused with the most that is taken [192]', async () => {
  await openMaterials()
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.pdf')
  await userEvent.upload(picker('Chinese resume'), large)
  const alert = slot('Chinese resume').getByRole('alert')
  await expect.element(alert).toMatchTextContent(/large\.pdf.*10 MB/)
})

test('a file that broke off says so, and is given up', async () => {
  // Writes that are no call of the app's client are refused here as by a server that is away.
  await openMaterials()
  const file = new File(['%PDF-1.7'], 'slides.pdf')
  await userEvent.upload(picker('Presentation'), file)
  await expect.element(slot('Presentation')).toMatchTextContent(key('phase.broken'))
  await slot('Presentation')
    .getByRole('button', { name: key('cancel') })
    .click()
  await expect.element(slot('Presentation')).not.toMatchTextContent('slides.pdf')
  await expect.element(picker('Presentation')).toHaveFocus()
})

test('a file that was handed in is named with its size, and deleted after a question', async () => {
  await openMaterials({ [edit]: { data: row({ english_resume: null, version: 2 }) } })
  await expect.element(slot('English resume')).toMatchTextContent(`${key('handedIn')} · 4 kB`)
  await button(`${key('remove')}: English resume`).click()
  await dialog(key('removeAsk.title'))
    .getByRole('button', { name: key('removeAsk.no') })
    .click()
  expect(callsTo(/edit/)).toEqual([])
  await button(`${key('remove')}: English resume`).click()
  await dialog(key('removeAsk.title'))
    .getByRole('button', { name: key('removeAsk.yes') })
    .click()
  await expect.element(slot('English resume')).not.toMatchTextContent('resume.pdf')
  expect(callsTo(/edit/)[0]?.body).toEqual({ id: 'materials-1', english_resume: null })
})

test('what could not be deleted stays, with the reason', async () => {
  await openMaterials({ [edit]: { status: 409, key: 'row.stale', msg: 'It was changed meanwhile.' } })
  await button(`${key('remove')}: English resume`).click()
  await dialog(key('removeAsk.title'))
    .getByRole('button', { name: key('removeAsk.yes') })
    .click()
  await expect.element(page.getByText(key('failed.title'))).toBeVisible()
  await expect.element(page.getByText('It was changed meanwhile.')).toBeVisible()
  await expect.element(slot('English resume')).toMatchTextContent('resume.pdf')
})

test('without network files are neither fetched nor deleted, and are still named', async () => {
  const screen = await openMaterials()
  await screen.goOffline()
  await expect.element(slot('English resume')).toMatchTextContent('resume.pdf')
  await expect.element(button(`${key('remove')}: English resume`)).toBeDisabled()
  await expect.element(button(`${key('download')}: English resume`)).toBeDisabled()
})

test('first remarks make the row', async () => {
  await openMaterials({
    [rowsPath]: 'empty',
    'POST /front/post/speech_materials': { data: { id: 'm-1', version: 1 } },
  })
  await remarks()
    .getByRole('button', { name: key('remarks.add') })
    .click()
  await remarks().getByRole('textbox').fill('Page 3 has a film with sound.')
  await remarks()
    .getByRole('button', { name: key('remarks.send') })
    .click()
  await expect.element(remarks()).toMatchTextContent(/Sent \d\d:\d\d/)
  await expect.element(remarks()).toMatchTextContent('Page 3 has a film with sound.')
  expect(callsTo(/post\/speech/)[0]?.body).toEqual({ memo: 'Page 3 has a film with sound.' })
})

test('remarks are changed without touching the files', async () => {
  await openMaterials({
    [rowsPath]: listReply([row({ memo: 'Page 3' })]),
    [edit]: { data: row({ memo: 'Page 4', version: 2 }) },
  })
  await remarks()
    .getByRole('button', { name: key('remarks.change') })
    .click()
  await expect.element(remarks().getByRole('textbox')).toHaveValue('Page 3')
  await remarks().getByRole('textbox').fill('Page 4')
  await remarks()
    .getByRole('button', { name: key('remarks.send') })
    .click()
  await expect.element(remarks()).toMatchTextContent('Page 4')
  await expect.poll(() => callsTo(/edit/)[0]?.body).toEqual({ id: 'materials-1', version: 1, memo: 'Page 4' })
})

test('remarks that were refused come back into their form', async () => {
  await openMaterials()
  await storeEntry('participant', {
    module: 'speech_materials',
    entityId: 'materials-1',
    deed: { kind: 'update', baseVersion: 1 },
    body: { memo: 'Page 4' },
    change: { state: 'rejected' },
    told: { msg: '', problems: [{ path: 'memo', key: 'field.invalid' }] },
  })
  await expect.element(remarks().getByRole('textbox')).toHaveValue('Page 4')
  await expect
    .element(remarks().getByRole('textbox'))
    .toHaveAccessibleDescription(new RegExp(`${errorText('field.invalid')}$`))
})
