import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const types = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A document of a test: archive parts by name, besides the mandatory ones. */
export interface OfficeParts {
  type?: keyof typeof types
  parts?: Readonly<Record<string, string | Buffer>>
  /** Links of the main part to targets outside of the document. */
  links?: readonly (readonly [kind: string, target: string])[]
  /** Incompressible bytes, as of pictures. */
  media?: Buffer
}

/** Creates a document as word processors do. */
export async function makeOffice({
  type = 'docx',
  parts = {},
  links = [],
  media,
}: OfficeParts = {}): Promise<Buffer> {
  const zip = new ZipFile()
  const put = (name: string, content: string | Buffer) => zip.addBuffer(Buffer.from(content), name)
  put(
    '[Content_Types].xml',
    `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Default Extension="xml" ContentType="application/xml"/>
      <Override PartName="/word/document.xml" ContentType="${types[type]}"/></Types>`,
  )
  put('_rels/.rels', relationships([['officeDocument', 'word/document.xml', '']]))
  put(
    'word/_rels/document.xml.rels',
    relationships(links.map(([kind, target]) => [kind, target, 'External'])),
  )
  put('word/document.xml', '<w:document xmlns:w="x"><w:body><w:p>能源转型</w:p></w:body></w:document>')
  for (const [name, content] of Object.entries(parts)) put(name, content)
  if (media) zip.addBuffer(media, 'word/media/image1.jpeg', { compress: false })
  zip.end()
  return await buffer(zip.outputStream)
}

function relationships(links: readonly (readonly [string, string, string])[]): string {
  const lines = links.map(
    ([kind, target, mode], at) =>
      `<Relationship Id="r${at}" Type="${office}/${kind}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`
}
