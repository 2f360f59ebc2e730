import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import PptxGenJS from 'pptxgenjs'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { badFiles } from '../support/bad-files.ts'
import { eachDatabase } from '../support/databases.ts'
import { makeOffice } from '../support/office-files.ts'
import { makePdf } from '../support/pdf-files.ts'
import { makePhonePicture, makePicture, pngChunk } from '../support/picture-files.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { sendForm, signUp, uploadModules, type UploadAnswer } from '../support/upload-forum.ts'
import { useServer } from '../support/use-server.ts'

const now = new Date('2023-08-01T01:00:00Z')
const html = '<html><script>alert(1)</script></html>'

const sample = (name: string) => readFile(new URL(`../../server/sample/files/${name}`, import.meta.url))

eachDatabase('uploads', (place) => {
  let participant: string
  let other: string
  let organiser: string
  const server = useServer(place, { start: '2023-08-01T01:00:00Z', modules: uploadModules })
  beforeAll(async () => {
    participant = await signUp(server.db, 'participant', 'participant', now)
    other = await signUp(server.db, 'other', 'participant', now)
    organiser = await signUp(server.db, 'organiser', 'organiser', now)
  })

  const storage = () => server.storage
  const arrivals = () => readdir(storage().arrivals)
  const send = (
    field: string,
    name: string,
    bytes: Uint8Array,
    token: string | undefined = participant,
    module = 'test_materials',
  ): Promise<UploadAnswer> =>
    sendForm(`${server.url}/api/front/attachment/upload`, { module, field }, { name, bytes }, token)
  const download = async (no: string, token?: string) => {
    const answer = await server.get(`/front/download/file/${no}`, token)
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
  }
  const storedNos = () => server.db.kysely.selectFrom('files').select('no').execute()
  const leftOver = async () => ({
    arrivals: await arrivals(),
    uploads: await server.db.kysely.selectFrom('uploads').selectAll().execute(),
  })

  it('takes every kind that a field takes, and gives it back as it came [194]', async () => {
    const slides = new PptxGenJS()
    slides.addSlide().addText('能源转型', { x: 1, y: 1 })
    const files = [
      ['resume', '简历.pdf', makePdf()],
      ['resume', 'packed.pdf', makePdf({ isPacked: true })],
      ['resume', 'only-to-read.pdf', makePdf({ locks: 'changes' })],
      ['resume', 'CV.PDF', await sample('white-paper.pdf')],
      ['resume', '简历.docx', await makeOffice({ links: [['hyperlink', 'https://example.org/']] })],
      ['slides', '演讲.pptx', (await slides.write({ outputType: 'nodebuffer' })) as Buffer],
      ['film', '回放.MP4', await sample('recording.mp4')],
      ['film', '声音.mp3', await sample('sound.mp3')],
    ] as const
    for (const [field, name, bytes] of files) {
      const { status, data } = await send(field, name, bytes)
      expect([name, status]).toEqual([name, 200])
      expect(data).toMatchObject({ name, sizeBytes: bytes.length })
      expect((await download(data.no, participant)).bytes.equals(bytes)).toBe(true)
    }
    expect(await leftOver()).toEqual({ arrivals: [], uploads: [] })
  })

  it('shows an upload that no row names to its owner alone [193]', async () => {
    const { data } = await send('resume', 'mine.pdf', makePdf())
    const own = await download(data.no, participant)
    expect(own.status).toBe(200)
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect(own.headers.get('content-security-policy')).toContain('sandbox')
    for (const token of [other, organiser, undefined])
      expect((await download(data.no, token)).status).toBe(404)
  })

  it.each(['jpeg', 'png', 'webp'] as const)('takes a picture as %s', async (kind) => {
    const name = `photo.${kind === 'jpeg' ? 'JPG' : kind}`
    const { status, data } = await send('photo', name, await makePicture(kind))
    expect(status).toBe(200)
    expect(data.mediaType).toBe(`image/${kind}`)
    const stored = await download(data.no, participant)
    expect(stored.headers.get('content-type')).toBe(`image/${kind}`)
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: kind, width: 480, height: 320 })
  })

  it('makes a picture anew: upright, without place, camera or profile [S12]', async () => {
    const sent = await makePhonePicture()
    expect(sent.includes('TurbinePhone')).toBe(true)
    expect((await sharp(sent).metadata()).orientation).toBe(6)
    const { data } = await send('photo', 'phone.jpg', sent)
    const { bytes } = await download(data.no, participant)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 480, space: 'srgb' })
    const { orientation, exif, icc, xmp } = await sharp(bytes).metadata()
    expect({ orientation, exif, icc, xmp }).toEqual({})
    expect(bytes.includes('TurbinePhone')).toBe(false)
    // Turned by 90 degrees to the right, what was on the left is on top.
    const top = await sharp(bytes).extract({ left: 40, top: 10, width: 1, height: 1 }).raw().toBuffer()
    expect([...top.subarray(0, 3)].map((value) => Math.round(value / 255))).toEqual([1, 0, 0])
  })

  it('leaves nothing of a page that hides in a picture [S12]', async () => {
    const png = await makePicture('png')
    const jpeg = await makePicture('jpeg')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), Buffer.from(html)])
    const chunk = pngChunk('tEXt', Buffer.from(`k\0${html}`))
    const polyglots = [
      ['a.png', Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])],
      ['b.png', Buffer.concat([png, Buffer.from(html)])],
      ['c.jpg', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(html)])],
    ] as const
    for (const [name, bytes] of polyglots) {
      const { status, data } = await send('photo', name, bytes)
      expect([name, status]).toEqual([name, 200])
      expect((await download(data.no, participant)).bytes.includes('script')).toBe(false)
    }
  })

  it.each(badFiles)('refuses %s [192, S12]', async (_what, field, name, make, status, key) => {
    const before = await storedNos()
    const answer = await send(field, name, await make())
    expect([answer.status, answer.key]).toEqual([status, key])
    expect(await leftOver()).toEqual({ arrivals: [], uploads: [] })
    expect(await storedNos()).toEqual(before)
  })

  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['a\r\nX-Evil: 1.pdf', 'a%0D%0AX-Evil_ 1.pdf'],
    [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(78)}.pdf`],
  ])('keeps %j as a name without harm [S12]', async (name, kept) => {
    const { status, data } = await send('resume', name, makePdf())
    expect(status).toBe(200)
    expect(data.name).toBe(kept)
    expect(data.name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
    const { headers } = await download(data.no, participant)
    expect(headers.get('x-evil')).toBeNull()
    expect(decodeURIComponent(headers.get('content-disposition')?.split("UTF-8''")[1] ?? '')).toBe(data.name)
  })

  it('answers what a caller may not write like what does not exist', async () => {
    const unknown = await send('resume', 'cv.pdf', makePdf(), participant, 'nothing')
    expect([unknown.status, unknown.key]).toEqual([404, 'not_found'])
    const forbidden = [
      await send('nothing', 'cv.pdf', makePdf()),
      await send('contract', 'cv.pdf', makePdf()),
      await send('seal', 'a.png', await makePicture('png')),
      await send('file', 'a.pdf', makePdf(), participant, 'documents'),
      await send('__proto__', 'a.pdf', makePdf(), participant, 'documents'),
    ]
    for (const answer of forbidden) expect(answer.text).toBe(unknown.text)
    expect((await send('contract', 'cv.pdf', makePdf(), organiser)).status).toBe(200)
    expect((await send('file', 'a.pdf', makePdf(), organiser, 'documents')).status).toBe(200)
    const nobody = await sendForm(
      `${server.url}/api/front/attachment/upload`,
      { module: 'test_materials', field: 'photo' },
      { name: 'a.png', bytes: await makePicture('png') },
    )
    expect([nobody.status, nobody.key]).toEqual([401, 'sign_in.required'])
  })

  it('refuses forms without a file, without a use, and what is no form', async () => {
    const url = `${server.url}/api/front/attachment/upload`
    const headers = { authorization: participant }
    const empty = new FormData()
    empty.set('module', 'test_materials')
    expect((await fetchServed(url, { method: 'POST', body: empty, headers })).status).toBe(400)
    const late = new FormData()
    late.set('file', new Blob([makePdf() as BlobPart]), 'cv.pdf')
    late.set('module', 'test_materials')
    expect((await fetchServed(url, { method: 'POST', body: late, headers })).status).toBe(400)
    expect((await server.post('/front/attachment/upload', {}, participant)).status).toBe(415)
    const broken = await fetchServed(url, {
      method: 'POST',
      body: '--x\r\nnot a part',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(broken.status).toBe(400)
    expect(await leftOver()).toEqual({ arrivals: [], uploads: [] })
  })

  it('has a quota for each person [S12]', async () => {
    const owner = await signUp(server.db, 'collector', 'participant', now)
    const { data } = await send('resume', 'first.pdf', makePdf(), owner)
    await server.db.kysely
      .updateTable('files')
      .set({ size_bytes: 500 * 1024 * 1024 - 100 })
      .where('no', '=', data.no)
      .execute()
    const full = await send('resume', 'second.pdf', makePdf(), owner)
    expect([full.status, full.key]).toEqual([422, 'upload.quota'])
    expect((await send('resume', 'third.pdf', makePdf(), other)).status).toBe(200)
  })

  it('leaves nothing of an upload that its sender breaks off [S12]', async () => {
    const { port } = new URL(server.url)
    const head = [
      'POST /api/front/attachment/upload HTTP/1.1',
      'Host: x',
      `Authorization: ${participant}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000000',
      '',
      '--b\r\nContent-Disposition: form-data; name="module"\r\n\r\ntest_materials',
      '--b\r\nContent-Disposition: form-data; name="field"\r\n\r\nresume',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\n\r\n%PDF-1.7 ',
    ].join('\r\n')
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(head)
    socket.write(Buffer.alloc(300_000, 'x'))
    await expect.poll(arrivals).toHaveLength(1)
    socket.destroy()
    await expect.poll(leftOver).toEqual({ arrivals: [], uploads: [] })
  })
})
