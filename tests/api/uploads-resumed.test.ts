import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Upload, type UploadOptions } from 'tus-js-client'
import { beforeAll, expect, it } from 'vitest'
import type { FileValue } from '#contract/row.ts'
import { eachDatabase } from '../support/databases.ts'
import { makeOffice } from '../support/office-files.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { signUp, uploadModules } from '../support/upload-forum.ts'
import { useServer } from '../support/use-server.ts'

const megabyte = 1024 * 1024
const hourMs = 3_600_000
const version = { 'tus-resumable': '1.0.0' }
const part = { ...version, 'content-type': 'application/offset+octet-stream' }

eachDatabase('uploads that go on after a break', (place) => {
  let owner: string
  let other: string
  let slides: Buffer
  const server = useServer(place, { start: '2023-08-01T01:00:00Z', modules: uploadModules })
  beforeAll(async () => {
    owner = await signUp(server.db, 'owner', 'participant', server.now())
    other = await signUp(server.db, 'other', 'participant', server.now())
    slides = await makeOffice({ type: 'pptx', media: randomBytes(24 * megabyte) })
  })

  const arrivals = () => readdir(join(server.dataDir, 'files', 'arrivals'))
  const endpoint = () => `${server.url}/api/front/attachment/resumable`
  const ask = (
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body?: BodyInit,
    by = owner,
  ) =>
    fetchServed(url, {
      method,
      headers: { authorization: by, ...headers },
      ...(body !== undefined && { body }),
    })
  const slidesOf = { module: 'test_materials', field: 'slides', filename: '演讲.pptx' }
  const begin = (length: number, metadata: Record<string, string> = {}, by = owner) => {
    const words = encode({ ...slidesOf, ...metadata })
    const headers = { ...version, 'upload-length': String(length), 'upload-metadata': words }
    return ask('POST', endpoint(), headers, undefined, by)
  }
  const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', server.url).href
  function options(more: Partial<UploadOptions>): UploadOptions {
    return {
      endpoint: endpoint(),
      headers: { authorization: owner },
      metadata: slidesOf,
      chunkSize: megabyte,
      retryDelays: [500, 1000, 2000],
      ...more,
    }
  }

  const offsetOf = async (url: string) =>
    Number((await ask('HEAD', url, version)).headers.get('upload-offset'))

  /** Sends a part of eight megabytes and goes away after three. */
  async function breakOff(url: string, offset: number): Promise<void> {
    const { port, pathname } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    const own = { authorization: owner, 'upload-offset': offset, 'content-length': 8 * megabyte, host: 'x' }
    const headers = { ...part, ...own }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write(`PATCH ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await new Promise((resolve) => socket.write(slides.subarray(offset, offset + 3 * megabyte), resolve))
    socket.destroy()
  }

  it('goes on where it was broken off half way, over another start of the server [192]', async () => {
    const url = await new Promise<string>((resolve, reject) => {
      const onChunkComplete = (_size: number, accepted: number): void => {
        if (accepted >= slides.length / 2) void upload.abort().then(() => resolve(upload.url ?? ''))
      }
      const upload = new Upload(slides, options({ onError: reject, onChunkComplete }))
      upload.start()
    })
    const before = await offsetOf(url)
    await breakOff(url, before)
    await expect.poll(() => offsetOf(url)).toBeGreaterThan(before)
    await server.restart()
    const here = new URL(new URL(url).pathname, server.url).href
    const offset = await offsetOf(here)
    expect(offset).toBeGreaterThanOrEqual(slides.length / 2)
    expect(offset).toBeLessThan(slides.length)
    let firstSent: number | undefined
    await new Promise<void>((onSuccess, onError) => {
      new Upload(
        slides,
        options({
          uploadUrl: here,
          onError,
          onProgress: (sent) => (firstSent ??= sent),
          onSuccess: () => onSuccess(),
        }),
      ).start()
    })
    expect(firstSent).toBeGreaterThanOrEqual(offset)
    const { data } = (await (await ask('GET', `${here}/file`)).json()) as { data: FileValue }
    const sha256 = createHash('sha256').update(slides).digest('hex')
    expect(data).toMatchObject({ name: '演讲.pptx', sizeBytes: slides.length, sha256 })
    const file = await ask('GET', `${server.url}/api/front/download/file/${data.no}`)
    expect(Buffer.from(await file.arrayBuffer()).equals(slides)).toBe(true)
    expect(await arrivals()).toEqual([])
    const done = await ask('HEAD', here, version)
    expect(done.headers.get('upload-offset')).toBe(String(slides.length))
  })

  it('belongs to the person who began it: to all others it does not exist [S12]', async () => {
    const url = locationOf(await begin(1000))
    const unknown = `${endpoint()}/6b1c7f63-6a35-4a47-9a36-0a4a3d4a0001`
    const tries = [
      ['HEAD', '', version, undefined],
      ['PATCH', '', { ...part, 'upload-offset': '0' }, 'x'],
      ['DELETE', '', version, undefined],
      ['GET', '/file', {}, undefined],
    ] as const
    for (const [method, path, headers, body] of tries) {
      const [theirs, none] = [
        await ask(method, url + path, headers, body, other),
        await ask(method, unknown + path, headers, body, other),
      ]
      expect([method, theirs.status, none.status]).toEqual([method, 404, 404])
      expect(method === 'HEAD' ? 'not_found' : await keyOf(theirs)).toBe('not_found')
      const nobody = await fetchServed(url + path, { method, headers, ...(body && { body }) })
      expect([method, nobody.status]).toEqual([method, 401])
    }
    expect((await ask('HEAD', url, version)).headers.get('upload-offset')).toBe('0')
    expect((await ask('DELETE', url, version)).status).toBe(204)
    expect((await ask('HEAD', url, version)).status).toBe(404)
    expect(await arrivals()).toEqual([])
  })

  it('is the one that the path names, whatever else the address says', async () => {
    const [own, theirs] = [locationOf(await begin(3)), locationOf(await begin(3, {}, other))]
    const lured = `${own}?x=/${theirs.split('/').at(-1)}`
    expect((await ask('PATCH', lured, { ...part, 'upload-offset': '0' }, 'ab')).status).toBe(204)
    expect([await offsetOf(lured), await offsetOf(own)]).toEqual([2, 2])
    expect((await ask('DELETE', lured, version)).status).toBe(204)
    expect((await ask('HEAD', theirs, version, undefined, other)).headers.get('upload-offset')).toBe('0')
    expect((await ask('DELETE', theirs, version, undefined, other)).status).toBe(204)
  })

  it('is refused before its first byte when it cannot be taken', async () => {
    const tries = [
      [await begin(101 * megabyte), 413, 'upload.too_large'],
      [await begin(1000, { filename: 'a.exe' }), 422, 'upload.type'],
      [await begin(1000, { filename: 'a.docx' }), 422, 'upload.type'],
      [await begin(1000, { field: 'contract' }), 404, 'not_found'],
      [await begin(1000, { module: 'nothing' }), 404, 'not_found'],
      [await begin(0), 400, 'request.invalid'],
      [await begin(-1), 400, 'request.invalid'],
      [await begin(1e30), 400, 'request.invalid'],
      [await ask('POST', endpoint(), { ...version, 'upload-defer-length': '1' }), 400, 'request.invalid'],
      [await ask('POST', endpoint(), {}), 400, 'request.invalid'],
    ] as const
    for (const [answer, status, key] of tries)
      expect([answer.status, await keyOf(answer)]).toEqual([status, key])
    expect(await arrivals()).toEqual([])
    const begun = server.db.kysely.selectFrom('uploads').select('id').where('file_no', 'is', null)
    expect(await begun.execute()).toEqual([])
  })

  it('counts in the quota from its beginning', async () => {
    const hoarder = await signUp(server.db, 'hoarder', 'participant', server.now())
    const answers = []
    for (let at = 0; at < 6; at += 1) answers.push(await begin(99 * megabyte, {}, hoarder))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 422])
    expect(await keyOf(answers[5] as Response)).toBe('upload.quota')
  })

  it('goes on only where it ended, and never beyond its length', async () => {
    const url = locationOf(await begin(10))
    const patch = (offset: number, body: string) =>
      ask('PATCH', url, { ...part, 'upload-offset': String(offset) }, body)
    expect((await patch(0, '12345')).headers.get('upload-offset')).toBe('5')
    const gap = await patch(7, '890')
    expect([gap.status, await keyOf(gap)]).toEqual([409, 'upload.offset'])
    expect((await patch(0, '12345')).status).toBe(409)
    expect((await patch(5, '6789012345')).status).toBe(413)
    expect((await ask('HEAD', url, version)).headers.get('upload-offset')).toBe('5')
    expect((await ask('GET', `${url}/file`)).status).toBe(404)
    expect((await ask('DELETE', url, version)).status).toBe(204)
  })

  it('is checked like any other when it is whole, and gone when it does not pass', async () => {
    const macro = await makeOffice({ type: 'pptx', parts: { 'ppt/vbaProject.bin': 'x' } })
    const url = locationOf(await begin(macro.length))
    const answer = await ask('PATCH', url, { ...part, 'upload-offset': '0' }, macro as BodyInit)
    expect([answer.status, await keyOf(answer)]).toEqual([422, 'upload.active_content'])
    expect((await ask('HEAD', url, version)).status).toBe(404)
    const left = server.db.kysely.selectFrom('uploads').select('id').where('size_bytes', '=', macro.length)
    expect(await left.execute()).toEqual([])
  })

  it('becomes one file, however many calls finish it at the same time', async () => {
    const small = await makeOffice({ type: 'pptx' })
    const url = locationOf(await begin(small.length, { filename: 'a\r\nX-Evil: 1.pptx' }))
    const patch = (offset: number, body: Buffer) =>
      ask('PATCH', url, { ...part, 'upload-offset': String(offset) }, body as BodyInit)
    const statuses = await Promise.all([
      patch(0, small),
      ...Array.from({ length: 5 }, () => patch(small.length, Buffer.alloc(0))),
    ])
    expect(statuses.every(({ status }) => status === 204 || status === 409 || status >= 500)).toBe(true)
    await patch(small.length, Buffer.alloc(0))
    const { data } = (await (await ask('GET', `${url}/file`)).json()) as { data: FileValue }
    expect((await ask('GET', `${server.url}/api/front/download/file/${data.no}`)).status).toBe(200)
    expect(data.name).toBe('a X-Evil_ 1.pptx')
    const files = server.db.kysely.selectFrom('files').select('no').where('size_bytes', '=', small.length)
    expect(await files.execute()).toHaveLength(1)
  })

  it('answers nothing to pages of other origins', async () => {
    const answer = await begin(1000)
    for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control-/)
    expect((await ask('DELETE', locationOf(answer), version)).status).toBe(204)
  })

  it('is forgotten after a day', async () => {
    const url = locationOf(await begin(1000))
    server.nowMs += 11 * hourMs
    expect((await ask('HEAD', url, version)).status).toBe(200)
    server.nowMs += 11 * hourMs
    expect((await ask('HEAD', url, version)).status).toBe(200)
    server.nowMs += 2 * hourMs
    expect((await ask('HEAD', url, version)).status).toBe(404)
    expect((await ask('PATCH', url, { ...part, 'upload-offset': '0' }, 'x')).status).toBe(404)
  })
})

/** Metadata of an upload as the protocol has it. */
function encode(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

async function keyOf(answer: Response): Promise<string | undefined> {
  return ((await answer.json()) as { error?: { key: string } }).error?.key
}
