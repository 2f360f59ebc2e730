import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { makeOffice } from '../support/office-files.ts'
import { fieldOf, fillMeeting } from '../support/participant-forms.ts'
import { makePdf } from '../support/pdf-files.ts'
import {
  addParticipant,
  callForum,
  openAs,
  organiserToken,
  ownRows,
  type AnsweredRow,
  type Applicant,
} from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const button = (page: Page, key: string) => page.getByRole('button', { name: zh(key), exact: true })

async function openAsParticipant(page: Page, forum: ForumProcess, path: string): Promise<Applicant> {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await visit(page, path)
  return person
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilDrawn(page)
}

async function openMeetingForm(page: Page): Promise<void> {
  await button(page, 'side-meetings:apply').click()
  await button(page, 'side-meetings:notice.acknowledge').click()
}

const megabyte = 1024 * 1024
const partsPath = '**/attachment/resumable/*'
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: makePdf() })
const createSlides = () => makeOffice({ type: 'pptx', media: randomBytes(5 * megabyte) })
const slot = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const handedIn = zh('speech-materials:handedIn')

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

test.describe('travel information', () => {
  test('typed yesterday over what was corrected since is no silent overwriting: the person chooses [192]', async ({
    page,
    forum,
  }) => {
    const person = await addParticipant(forum)
    const { token } = person
    const flight = { vehicle: 'fly', vehicle_no: 'MU5101', arrive_station: 'hongqiao_airport' }
    const travel = {
      ...flight,
      need_pickup_delivery: true,
      need_book_hotel: false,
      special_catering_needs: ['None'],
    }
    const row = await callForum<{ id: string }>(forum, '/front/post/travel_infos', { token, body: travel })
    const findFlight = async () => (await ownRows(forum, 'travel_infos', person))[0]?.['vehicle_no']
    await openAs(page, person)
    await visit(page, '/user/travel')
    await button(page, 'travel-infos:edit').click()
    await fieldOf(page, 'vehicle_no').fill('CA981')
    await expect(page.getByText(zh('after-approval:draft.saved'))).toBeVisible()
    const correction = { id: row.id, vehicle_no: 'HO1252', memo: '组委会已更正' }
    await callForum(forum, '/front/edit/travel_infos', { token, body: correction })
    await visit(page, '/user/travel')
    await expect(page.getByText(zh('travel-infos:unsent'))).toBeVisible()
    await expect(page.getByText('HO1252')).toBeVisible()
    await button(page, 'travel-infos:editOn').click()
    await expect(fieldOf(page, 'vehicle_no')).toHaveValue('CA981')
    await expect(fieldOf(page, 'memo')).toHaveValue('组委会已更正')
    await button(page, 'travel-infos:send.change').click()
    await expect(page.getByRole('cell', { name: 'CA981' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'HO1252' })).toBeVisible()
    expect(await findFlight()).toBe('HO1252')
    await button(page, 'outbox:conflict.keepMine').click()
    await expect.poll(findFlight).toBe('CA981')
  })
})

test.describe('a side meeting', () => {
  test('whose answer was lost is withdrawn at the forum, with the change that came after it [192]', async ({
    page,
    forum,
  }) => {
    const person = await openAsParticipant(page, forum, '/user/side-meetings')
    const listStates = async () => (await ownRows(forum, 'side_meetings', person)).map(({ status }) => status)
    await openMeetingForm(page)
    await fillMeeting(page, '氢能圆桌')
    const writes = /front\/(post|edit|action)\/side_meetings/
    // The same handler throughout: a write may be in it when the line changes.
    let line: 'without answers' | 'cut' | 'whole' = 'without answers'
    await page.route(writes, async (route) => {
      if (line === 'whole') return route.continue()
      if (line === 'without answers') await route.fetch()
      await route.abort('connectionreset')
    })
    await button(page, 'side-meetings:send.first').click()
    await expect.poll(listStates).toEqual(['submitted'])
    line = 'cut'
    await button(page, 'side-meetings:edit').click()
    await fieldOf(page, 'subject').fill('另一个主题')
    await button(page, 'side-meetings:send.first').click()
    await button(page, 'side-meetings:withdraw').click()
    await page.getByRole('dialog').getByText(zh('side-meetings:withdrawAsk.yes'), { exact: true }).click()
    // Without the button the withdrawal is stored.
    const withdraw = { name: zh('side-meetings:withdraw'), exact: true, includeHidden: true }
    await expect(page.getByRole('button', withdraw)).toHaveCount(0)
    line = 'whole'
    await visit(page, '/user/outbox')
    // On start the app retries everything in the outbox.
    await expect.poll(listStates).toEqual(['withdrawn'])
  })
})

test.describe('speech materials', () => {
  test('break off, go on by themselves, and each file stays apart from the others [53, 188-192]', async ({
    page,
    forum,
  }) => {
    const person = await openAsParticipant(page, forum, '/user/materials')
    const findRow = async () => (await ownRows(forum, 'speech_materials', person))[0]
    const [resume, slides] = [slot(page, '中文简历'), slot(page, '演示文稿')]
    await resume.locator('input[type=file]').setInputFiles(pdf('简历.pdf'))
    await expect(resume.getByText(handedIn)).toBeVisible()
    const before = await findRow()

    const seen = watchUploads(page)
    // No part arrives that begins in the third megabyte or after it.
    let isCut = true
    await page.route(partsPath, async (route) => {
      const request = route.request()
      const isBeyond =
        request.method() === 'PATCH' && Number(request.headers()['upload-offset']) >= 2 * megabyte
      await (isCut && isBeyond ? route.abort('connectionreset') : route.continue())
    })
    const file = { name: '储能电站.pptx', mimeType: 'application/octet-stream', buffer: await createSlides() }
    await slides.locator('input[type=file]').setInputFiles(file)
    await expect(slides.getByText(zh('speech-materials:phase.broken'))).toBeVisible()
    isCut = false
    await expect(slides.getByText(handedIn)).toBeVisible({ timeout: 20_000 })
    expect(seen.begun).toBe(1)
    // What had arrived was not sent again.
    expect(seen.offsets.filter((offset) => offset === 0)).toHaveLength(1)
    await resume.locator('input[type=file]').setInputFiles(pdf('简历2.pdf'))
    await expect(resume.getByText('简历.pdf', { exact: true })).toBeHidden()
    await expect(resume.getByText('简历2.pdf')).toBeVisible()
    expect(await findRow()).toMatchObject({
      id: before?.id,
      chinese_resume: { name: '简历2.pdf' },
      presentation: { name: file.name, sizeBytes: file.buffer.length },
      english_resume: null,
    })
  })

  test('paused before the app was closed go on from there when the file is chosen again [192]', async ({
    page,
    forum,
  }) => {
    await openAsParticipant(page, forum, '/user/materials')
    const slides = slot(page, '演示文稿')
    // A file of the disk: it is the same one the second time, by its date as well.
    const file = test.info().outputPath('slides.pptx')
    await writeFile(file, await createSlides())
    const { promise: secondPart, resolve: holdSecondPart } = Promise.withResolvers<void>()
    await page.route(partsPath, async (route) => {
      const request = route.request()
      const isSecond =
        request.method() === 'PATCH' && Number(request.headers()['upload-offset']) >= 2 * megabyte
      // The second part never leaves the phone. It begins when the server has confirmed the first one.
      if (isSecond) holdSecondPart()
      else await route.continue()
    })
    await slides.locator('input[type=file]').setInputFiles(file)
    await secondPart
    await slides.getByRole('button', { name: zh('speech-materials:pause') }).click()
    await expect(slides.getByText(zh('speech-materials:phase.paused'))).toBeVisible()
    await page.unroute(partsPath)
    await page.reload()
    await untilDrawn(page)
    const seen = watchUploads(page)
    await slides.locator('input[type=file]').setInputFiles(file)
    await expect(slides.getByText(handedIn)).toBeVisible()
    expect(seen.begun).toBe(0)
    expect(seen.offsets).toEqual([2 * megabyte, 4 * megabyte])
  })
})

test('a question is sent to the organisers, and read by its person when it is answered [206]', async ({
  page,
  forum,
}) => {
  const code = randomBytes(3).toString('hex')
  await openAsParticipant(page, forum, '/qa/ask')
  await page.getByRole('textbox').fill(`大会有无障碍通道吗？${code}`)
  await button(page, 'ask:send').click()
  const token = await organiserToken(forum)
  const path = `/front/query/qa/all?drafts=true&q=${code}`
  const listRows = async () => (await callForum<{ items: AnsweredRow[] }>(forum, path, { token })).items
  await expect.poll(listRows).toMatchObject([{ status: 'asked' }])
  const answer = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: code }] }] }
  const answered = { status: 'published', body: { 'zh-CN': answer, en: answer } }
  for (const { id, version } of await listRows())
    await callForum(forum, '/front/edit/qa', { token, body: { id, version, ...answered } })
  await visit(page, '/qa/ask')
  await page.getByRole('link', { name: zh('ask:own.open') }).click()
  await expect(page.locator('main details[open]')).toContainText(code)
})
