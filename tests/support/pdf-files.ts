import { deflateSync } from 'node:zlib'

/** Content of a PDF besides one page with a line of text. */
export interface PdfParts {
  catalogue?: string
  page?: string
  /** Further objects, numbered from 10. */
  objects?: readonly string[]
  /** Compresses all objects except streams into an object stream, as most programs do. */
  isPacked?: boolean
  /** Encrypts it by the old standard method: against changes only, or against reading too. */
  locks?: 'changes' | 'reading'
  /** Bytes of an unused stream, to make the file large. */
  padding?: Uint8Array
}

/** For RC4 with 40 bits, an empty user password and an id of sevens (PDF 32000-1, algorithms 3 and 4). */
const owner = '2055c756c72e1ad702608e8196acad447ad32d17cff583235f6dd15fed7dab67'
const user = '9a8617902b8dc8e0b8d22ae2e249f7d50ede36e0979fbffb6f36d7eea4302a10'
const encryption = (isOpen: boolean) =>
  `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${owner}> /U <${isOpen ? user : owner}> >>`

/** Creates a PDF (PDF 32000-1) with a correct cross-reference table. */
export function makePdf(parts: PdfParts = {}): Buffer {
  const content = 'BT /F1 24 Tf 72 720 Td (Energy) Tj ET'
  const objects = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${parts.catalogue ?? ''} >>`],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
        /Resources << /Font << /F1 5 0 R >> >> ${parts.page ?? ''} >>`,
    ],
    [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    ...(parts.objects ?? []).map((object, at): [number, string] => [10 + at, object]),
  ])
  const streams = new Map<number, Buffer>([[4, Buffer.from(content)]])
  if (parts.padding)
    streams.set(6, Buffer.from(parts.padding.buffer, parts.padding.byteOffset, parts.padding.length))
  return parts.isPacked ? packed(objects, streams) : plain(objects, streams, parts.locks)
}

function streamOf(bytes: Buffer, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

function plain(objects: Map<number, string>, streams: Map<number, Buffer>, locks: PdfParts['locks']): Buffer {
  const all = new Map<number, Buffer>([
    ...[...objects].map(([no, text]): [number, Buffer] => [no, Buffer.from(text)]),
    ...[...streams].map(([no, bytes]): [number, Buffer] => [no, streamOf(bytes)]),
  ])
  if (locks) all.set(7, Buffer.from(encryption(locks === 'changes')))
  const { body, offsets } = written(all)
  const size = Math.max(...all.keys()) + 1
  const lines = Array.from({ length: size }, (_, no) => {
    const offset = offsets.get(no)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const hex = '07'.repeat(16)
  const encrypt = locks ? `/Encrypt 7 0 R /ID [<${hex}> <${hex}>]` : ''
  return Buffer.concat([
    body,
    Buffer.from(
      `xref\n0 ${size}\n${lines.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${encrypt} >>\nstartxref\n${body.length}\n%%EOF\n`,
    ),
  ])
}

function written(all: Map<number, Buffer>): { body: Buffer; offsets: Map<number, number> } {
  const offsets = new Map<number, number>()
  const chunks = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  let at = chunks[0]?.length ?? 0
  for (const [no, bytes] of all) {
    offsets.set(no, at)
    const chunk = Buffer.concat([Buffer.from(`${no} 0 obj\n`), bytes, Buffer.from('\nendobj\n')])
    chunks.push(chunk)
    at += chunk.length
  }
  return { body: Buffer.concat(chunks), offsets }
}

/** Writes objects to an object stream and the table as a stream (PDF 32000-1, 7.5.7 and 7.5.8). */
function packed(objects: Map<number, string>, streams: Map<number, Buffer>): Buffer {
  const entries = [...objects]
  let at = 0
  const heads = entries.map(([no, text]) => {
    const head = `${no} ${at}`
    at += text.length + 1
    return head
  })
  const first = `${heads.join(' ')} `
  const flate = '/Filter /FlateDecode'
  const inside = deflateSync(first + entries.map(([, text]) => text).join(' '))
  const [holder, table] = [90, 91]
  const all = new Map([...streams].map(([no, bytes]): [number, Buffer] => [no, streamOf(bytes)]))
  all.set(holder, streamOf(inside, `/Type /ObjStm /N ${entries.length} /First ${first.length} ${flate}`))
  const { body, offsets } = written(all)
  offsets.set(table, body.length)
  const rows = Array.from({ length: table + 1 }, (_, no) => {
    const index = entries.findIndex(([own]) => own === no)
    const offset = offsets.get(no)
    const row = Buffer.alloc(6)
    if (index >= 0)
      return row.fill(2, 0, 1).fill(0, 1) && (row.writeUInt32BE(holder, 1), row.writeUInt8(index, 5), row)
    if (offset !== undefined) return (row.writeUInt8(1, 0), row.writeUInt32BE(offset, 1), row)
    return row
  })
  const xref = `/Type /XRef /Size ${table + 1} /W [1 4 1] /Root 1 0 R ${flate}`
  return Buffer.concat([
    body,
    Buffer.from(`${table} 0 obj\n`),
    streamOf(deflateSync(Buffer.concat(rows)), xref),
    Buffer.from(`\nendobj\nstartxref\n${body.length}\n%%EOF\n`),
  ])
}
