import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '../../contract/calls.ts'
import type { FileValue } from '../../contract/row.ts'
import { expect, test } from '../support/e2e.ts'
import { makeOffice } from '../support/office-files.ts'
import { makePdf } from '../support/pdf-files.ts'
import { addParticipant, callForum, openAs, ownRows } from '../support/people.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const megabyte = 1024 * 1024
const pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

const place = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What goes over the wire of uploads: how many were begun, and from which byte on each part was sent. */
function watchUploads(page: Page) {
  const seen = { begun: 0, offsets: [] as number[] }
  page.on('request', (request) => {
    if (!request.url().includes('/attachment/resumable')) return
    if (request.method() === 'POST') seen.begun += 1
    if (request.method() === 'PATCH') seen.offsets.push(Number(request.headers()['upload-offset']))
  })
  return seen
}

const partsOf = '**/attachment/resumable/*'

/** From now on no part arrives that begins at this byte or after it. */
async function breakFrom(page: Page, byte: number): Promise<void> {
  await page.route(partsOf, async (route) => {
    const request = route.request()
    const isBeyond = Number(request.headers()['upload-offset']) >= byte
    await (request.method() === 'PATCH' && isBeyond ? route.abort('connectionreset') : route.continue())
  })
}

async function slidesOf(sizeBytes: number) {
  const buffer = await makeOffice({ type: 'pptx', media: randomBytes(sizeBytes) })
  return { name: '储能电站.pptx', mimeType: pptx, buffer }
}

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: makePdf() })

test('speech materials break off, go on by themselves and after a reload, and stay apart from each other [53, 192, 188-190]', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await page.goto('/user/materials')
  await untilDrawn(page)
  const [chinese, slides] = [place(page, '中文简历'), place(page, '演示文稿')]
  await expect(slides).toContainText('PDF, PPTX，不超过 100 MB')

  await chinese.locator('input[type=file]').setInputFiles(pdf('简历.pdf'))
  await expect(chinese.getByText('已提交')).toBeVisible()
  const first = await ownRows(forum, 'speech_materials', person)
  expect(first).toHaveLength(1)

  const seen = watchUploads(page)
  await breakFrom(page, 2 * megabyte)
  const file = await slidesOf(5 * megabyte)
  await slides.locator('input[type=file]').setInputFiles(file)
  await expect(slides.getByText('连接中断')).toBeVisible()
  await page.unroute(partsOf)
  await expect(slides.getByText('已提交')).toBeVisible({ timeout: 20_000 })
  expect(seen.begun).toBe(1)
  // What had arrived was not sent again.
  expect(seen.offsets.filter((offset) => offset === 0)).toHaveLength(1)

  const [row, ...others] = await ownRows(forum, 'speech_materials', person)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    id: first[0]?.id,
    chinese_resume: first[0]?.['chinese_resume'],
    presentation: { name: file.name, sizeBytes: file.buffer.length },
    english_resume: null,
  })
})

test('a second file of a place takes that place alone, and the first is served to nobody any more [191, T43]', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await page.goto('/user/materials')
  await untilDrawn(page)
  const [chinese, english] = [place(page, '中文简历'), place(page, '英文简历')]
  await chinese.locator('input[type=file]').setInputFiles(pdf('简历.pdf'))
  await english.locator('input[type=file]').setInputFiles(pdf('resume.pdf'))
  await expect(english.getByText('已提交')).toBeVisible()
  await expect(chinese.getByText('已提交')).toBeVisible()
  const before = (await ownRows(forum, 'speech_materials', person))[0]
  await chinese.locator('input[type=file]').setInputFiles(pdf('简历2.pdf'))
  await expect(chinese.getByText('简历2.pdf')).toBeVisible()
  await expect(chinese.getByText('简历.pdf')).toBeHidden()
  const [after, ...others] = await ownRows(forum, 'speech_materials', person)
  expect(others).toEqual([])
  expect(after).toMatchObject({
    id: before?.id,
    chinese_resume: { name: '简历2.pdf' },
    english_resume: before?.['english_resume'],
    presentation: null,
  })
  const served = async (row: typeof before) => {
    const file = row?.['chinese_resume'] as FileValue | undefined
    const answer = await fetch(`${forum.url}/api${paths.downloadFile(file?.no ?? '')}`, {
      headers: { authorization: person.token },
    })
    return answer.status
  }
  expect([await served(before), await served(after)]).toEqual([404, 200])
})

test('a file paused before the app was closed goes on from there when it is chosen again [192]', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await page.goto('/user/materials')
  await untilDrawn(page)
  const slides = place(page, '演示文稿')
  // A file of the disk: it is the same one the second time, by its date as well.
  const file = test.info().outputPath('slides.pptx')
  await writeFile(file, (await slidesOf(5 * megabyte)).buffer)
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(partsOf, async (route) => {
    const request = route.request()
    // The second part is still on its way when the person pauses.
    if (request.method() === 'PATCH' && Number(request.headers()['upload-offset']) >= 2 * megabyte) await held
    await route.continue().catch(() => undefined)
  })
  await slides.locator('input[type=file]').setInputFiles(file)
  await expect(slides.locator('progress')).toHaveJSProperty('value', 2 * megabyte)
  await slides.getByRole('button', { name: '暂停' }).click()
  await expect(slides.getByText('已暂停，已传部分保留，可随时继续')).toBeVisible()
  goOn()
  await page.unroute(partsOf)
  await slides.getByRole('button', { name: '继续' }).waitFor()
  await page.reload()
  await untilDrawn(page)
  const seen = watchUploads(page)
  await slides.locator('input[type=file]').setInputFiles(file)
  await expect(slides.getByText('已提交')).toBeVisible()
  expect(seen.begun).toBe(0)
  expect(seen.offsets).toEqual([2 * megabyte, 4 * megabyte])
})

test.describe('in English', () => {
  test.use({ appLocale: 'en' })

  test('a file that cannot be taken is refused in words, and what lies in its place stays [192]', async ({
    page,
    forum,
  }) => {
    const person = await addParticipant(forum, 'en')
    await openAs(page, person)
    await page.goto('/user/materials')
    await untilDrawn(page)
    const resume = place(page, 'English resume')
    const input = resume.locator('input[type=file]')
    await input.setInputFiles(pdf('resume.pdf'))
    await expect(resume.getByText('Handed in')).toBeVisible()
    await input.setInputFiles({ name: 'resume.txt', mimeType: 'text/plain', buffer: Buffer.from('me') })
    await expect(resume.getByRole('alert')).toContainText('Please use PDF, DOCX')
    await input.setInputFiles({ ...pdf('damaged.pdf'), buffer: Buffer.from('%PDF-1.7 not at all') })
    await expect(resume.getByRole('alert')).toContainText('cannot be read')
    const [row] = await ownRows(forum, 'speech_materials', person)
    expect(row?.['english_resume']).toMatchObject({ name: 'resume.pdf' })
    await resume.getByRole('button', { name: 'Delete: English resume' }).click()
    await page.getByRole('dialog').getByText('Delete', { exact: true }).click()
    await expect(resume.getByText('resume.pdf')).toBeHidden()
    expect((await ownRows(forum, 'speech_materials', person))[0]?.['english_resume']).toBeNull()
  })
})

test('remarks are one row with the files, whichever came first, and are changed without touching these', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await page.goto('/user/materials')
  await untilDrawn(page)
  const remarks = place(page, '给组委会的备注')
  await remarks.getByRole('button', { name: '添加备注' }).click()
  await remarks.getByRole('textbox', { name: '备注' }).fill('第 3 页有视频，需要声音。')
  await remarks.getByRole('button', { name: '提交备注' }).click()
  await expect(remarks.getByText(/已于 \d\d:\d\d 发送/)).toBeVisible()
  await expect(remarks).toContainText('第 3 页有视频，需要声音。')
  await place(page, '中文简历').locator('input[type=file]').setInputFiles(pdf('简历.pdf'))
  await expect(place(page, '中文简历').getByText('已提交')).toBeVisible()
  await page.reload()
  await remarks.getByRole('button', { name: '修改备注' }).click()
  await remarks.getByRole('textbox', { name: '备注' }).fill('第 4 页有视频，需要声音。')
  await remarks.getByRole('button', { name: '提交备注' }).click()
  await expect(remarks.getByText(/已于 \d\d:\d\d 发送/)).toBeVisible()
  const [row, ...others] = await ownRows(forum, 'speech_materials', person)
  expect(others).toEqual([])
  const { token } = person
  const whole = await callForum(forum, paths.detail('speech_materials', row?.id ?? ''), { token })
  expect(whole).toMatchObject({ memo: '第 4 页有视频，需要声音。', chinese_resume: { name: '简历.pdf' } })
})
