import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loadMemberTexts } from '#platform/locale.ts'
import type { FileValue } from '../../contract/row.ts'
import type { MaterialsRow } from '../../src/features/participant/speech-materials/material-kinds.ts'
import type { MaterialUpload } from '../../src/features/participant/speech-materials/upload-store.ts'
import { UploadProgress } from '../../src/features/participant/speech-materials/UploadProgress.tsx'
import { callsTo } from './support/console.ts'
import { setNetwork, type Replies } from './support/network.ts'
import { storeEntry } from './support/outbox.ts'
import { errorText, listOf, openPage } from './support/pages.ts'
import { button, dialog, listTexts, press, region } from './support/roles.ts'
import { renderPiece } from './support/screen.tsx'
import { text } from './support/texts.ts'

const rowsPath = '/front/query/speech_materials/all'
const edit = 'POST /front/edit/speech_materials'
const key = (name: string, values?: Record<string, string | number>) =>
  text(`speech-materials:${name}`, values)

const resume: FileValue = {
  no: '7',
  name: 'resume.pdf',
  mediaType: 'application/pdf',
  sizeBytes: 4096,
  sha256: '',
}

/** What a speaker has handed in. */
const row = (change: Partial<MaterialsRow> = {}): MaterialsRow => ({
  id: 'materials-1',
  version: 1,
  chinese_resume: null,
  english_resume: resume,
  presentation: null,
  memo: null,
  ...change,
})

const openMaterials = (network: Replies = {}) =>
  openPage('/user/materials', {
    as: 'participant',
    locale: 'en',
    network: { [rowsPath]: listOf([row()]), ...network },
  })

const picker = (name: string) =>
  region(name)
    .getByLabelText(new RegExp(`: ${name}$`))
    .last()
const remarks = () => region(key('remarks.title'))

/** What a file on its way says in each phase, and what can be done. */
const phases: [MaterialUpload['phase'], readonly string[]][] = [
  ['sending', ['pause', 'cancel']],
  ['checking', []],
  ['broken', ['resume', 'cancel']],
]

async function openUpload(upload: Partial<MaterialUpload>, done: string[] = []) {
  // The piece is drawn when its texts are there.
  await renderPiece(null, { locale: 'en' })
  await loadMemberTexts()
  const file = new File([new Uint8Array(4 * 1024 * 1024)], '储能电站.pptx')
  const on = (name: string) => () => void done.push(name)
  const whole: MaterialUpload = { file, phase: 'sending', sentBytes: 1024 * 1024, ...upload }
  await renderPiece(
    <UploadProgress upload={whole} onPause={on('pause')} onResume={on('resume')} onCancel={on('cancel')} />,
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

test('three places say what they take [53, 188-190]', async () => {
  await openMaterials({ [rowsPath]: 'empty' })
  for (const name of ['Chinese resume', 'English resume', 'Presentation'])
    await expect.element(region(name)).toMatchTextContent(/PDF, (DOCX|PPTX).* \d+ MB/)
  const limits = key('limits', { kinds: 'PDF, PPTX', max: 100 })
  await expect.element(region('Presentation')).toMatchTextContent(limits)
})

test('a file that is refused says why, in words [192]', async () => {
  await openUpload({ phase: 'refused', text: 'The file is damaged.' })
  await expect.element(page.getByRole('alert')).toMatchTextContent('The file is damaged.')
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  await expect.element(button(key('dismiss'))).toBeVisible()
})

test.for([
  ['resume.txt', 'me', 'refused.type'],
  ['resume.pdf', '', 'refused.empty'],
  ['large.pdf', new Uint8Array(10 * 1024 * 1024 + 1), 'refused.tooLarge'],
] as const)(
  '%s is refused before it is sent, and what lies in its place stays [192]',
  async ([name, content, refusal]) => {
    await openMaterials()
    await userEvent.upload(picker('English resume'), new File([content], name))
    const alert = region('English resume').getByRole('alert')
    await expect.element(alert).toMatchTextContent(key(refusal, { name, kinds: 'PDF, DOCX', max: 10 }))
    await expect.element(region('English resume')).toMatchTextContent('resume.pdf')
  },
)

test('a file that broke off says so, and is given up', async () => {
  // Writes that are no call of the app's client are refused here as by a server that is away.
  await openMaterials()
  const file = new File(['%PDF-1.7'], 'slides.pdf')
  await userEvent.upload(picker('Presentation'), file)
  await expect.element(region('Presentation')).toMatchTextContent(key('phase.broken'))
  await press(region('Presentation'), key('cancel'))
  await expect.element(region('Presentation')).not.toMatchTextContent('slides.pdf')
  await expect.element(picker('Presentation')).toHaveFocus()
})

const removal = (answer: string) =>
  dialog(key('removeAsk.title')).getByRole('button', { name: key(`removeAsk.${answer}`) })

test('a file that was handed in is named with its size, and deleted after a question, or stays with the reason', async () => {
  const remove = () => button(`${key('remove')}: English resume`)
  await openMaterials({ [edit]: { status: 409, key: 'row.stale', msg: 'It was changed meanwhile.' } })
  await expect.element(region('English resume')).toMatchTextContent(`${key('handedIn')} · 4 kB`)
  await remove().click()
  await removal('no').click()
  expect(callsTo(/edit/)).toEqual([])
  await remove().click()
  await removal('yes').click()
  await expect.element(page.getByText('It was changed meanwhile.')).toBeVisible()
  await expect.element(region('English resume')).toMatchTextContent('resume.pdf')
  setNetwork({ [edit]: { data: row({ english_resume: null, version: 2 }) } })
  await remove().click()
  await removal('yes').click()
  await expect.element(region('English resume')).not.toMatchTextContent('resume.pdf')
  expect(callsTo(/edit/)[1]?.body).toEqual({ id: 'materials-1', version: 1, english_resume: null })
})

test('without network files are neither fetched nor deleted, and are still named', async () => {
  const screen = await openMaterials()
  await screen.goOffline()
  await expect.element(region('English resume')).toMatchTextContent('resume.pdf')
  await expect.element(button(`${key('remove')}: English resume`)).toBeDisabled()
  await expect.element(button(`${key('download')}: English resume`)).toBeDisabled()
})

test.for([
  ['add', 'empty', 'POST /front/post/speech_materials', {}],
  ['change', listOf([row({ memo: 'Page 3' })]), edit, { id: 'materials-1', version: 1 }],
] as const)('remarks are sent by themselves: %s', async ([name, rows, call, sent]) => {
  await openMaterials({ [rowsPath]: rows, [call]: { data: row({ memo: 'Page 4', version: 2 }) } })
  await press(remarks(), key(`remarks.${name}`))
  await expect.element(remarks().getByRole('textbox')).toHaveValue(name === 'add' ? '' : 'Page 3')
  await remarks().getByRole('textbox').fill('Page 4')
  await press(remarks(), key('remarks.send'))
  await expect.element(remarks()).toMatchTextContent('Page 4')
  await expect.poll(() => callsTo(/(edit|post)\/speech/)[0]?.body).toEqual({ ...sent, memo: 'Page 4' })
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
