import { readFile } from 'node:fs/promises'
import { makeOffice } from './office-files.ts'
import { makePdf } from './pdf-files.ts'
import { makePicture, makePngBomb } from './picture-files.ts'

const html = '<html><script>alert(1)</script></html>'
/** The first bytes of a Windows program, and some more. */
export const program = Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(2000, 1)])

const sample = (name: string) => readFile(new URL(`../../server/sample/files/${name}`, import.meta.url))

type Make = () => Buffer | Promise<Buffer>
type BadFile = [what: string, field: string, name: string, make: Make, status: number, key: string]

const refused = (key: string, field: string, files: [what: string, name: string, make: Make][]) =>
  files.map(([what, name, make]): BadFile => {
    return [what, field, name, make, key === 'too_large' ? 413 : 422, `upload.${key}`]
  })

const launch = '<< /Type /Annot /Subtype /Link /Rect [0 0 100 100] /A << /S /Launch /F (calc.exe) >> >>'
const drawing = () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
const film = () => sample('recording.mp4')
const smallBombs = Array.from({ length: 60 }, (_, at) => [`a${at}.xml`, Buffer.alloc(1_000_000)] as const)

/** Files that the server must reject: description, field, name, bytes, status and error key. */
export const badFiles: BadFile[] = [
  ...refused('type', 'resume', [
    ['a program', 'cv.pdf.exe', () => program],
    ['a file without ending', 'cv', makePdf],
    ['an ending that a mark turns around', 'cv\u202Efdp.exe', () => program],
    ['a picture where a document belongs', 'me.png', () => makePicture('png')],
  ]),
  ...refused('unreadable', 'resume', [
    ['a program named pdf', 'cv.pdf', () => program],
    ['a page behind the first bytes of a pdf', 'cv.pdf', () => Buffer.from(`%PDF-1.7 ${html}`)],
    ['a page before a pdf', 'cv.pdf', () => Buffer.concat([Buffer.from(html), makePdf()])],
    ['nothing', 'cv.pdf', () => Buffer.alloc(0)],
    ['a pdf that was cut off', 'cv.pdf', () => makePdf().subarray(0, -6)],
    ['a table named document', 'cv.docx', () => makeOffice({ type: 'xlsx' })],
    ['a bomb', 'cv.docx', withPart('word/bomb.xml', Buffer.alloc(50_000_000))],
    ['many small bombs', 'cv.docx', () => makeOffice({ parts: Object.fromEntries(smallBombs) })],
    ['half an archive', 'cv.docx', async () => (await makeOffice()).subarray(0, -30)],
    ['a path out of the archive', 'cv.docx', () => makeOutside()],
    ['links that are not XML', 'cv.docx', withPart('x/_rels/y.rels', '<!DOCTYPE a><a b="')],
  ]),
  ...refused('locked', 'resume', [
    ['a pdf that asks for a password', 'cv.pdf', () => makePdf({ locks: 'reading' })],
  ]),
  ...refused('active_content', 'resume', [
    ['a script at the opening', 'cv.pdf', opening('/JavaScript /JS (app.alert(1))')],
    ['one in packed objects', 'cv.pdf', opening('/JavaScript /JS (app.alert(1))', true)],
    ['one with letters as numbers', 'cv.pdf', opening('/#4aava#53cript /JS (app.alert(1))')],
    ['a launch at the opening', 'cv.pdf', opening('/Launch /F (calc.exe)')],
    ['a link that launches', 'cv.pdf', () => makePdf({ page: '/Annots [10 0 R]', objects: [launch] })],
    ['a pdf with a file inside', 'cv.pdf', makePdfWithFile],
    ['a macro', 'cv.docx', withPart('word/vbaProject.bin')],
    ['a macro document with another ending', 'cv.docx', () => makeOffice({ type: 'docm' })],
    ['a control', 'cv.docx', withPart('word/activeX/activeX1.xml')],
    ['a program inside', 'cv.docx', withPart('word/embeddings/oleObject1.bin', program)],
    ['a template from outside', 'cv.docx', withLink('attachedTemplate', 'https://evil.example/t.dotm')],
    ['a picture from outside', 'cv.docx', withLink('image', 'https://evil.example/p.png')],
  ]),
  ...refused('type', 'photo', [['a drawing', 'a.svg', drawing]]),
  ...refused('unreadable', 'photo', [
    ['a drawing named png', 'a.png', drawing],
    ['a gif named jpg', 'a.jpg', () => makePicture('gif')],
    ['half a picture', 'a.jpg', async () => (await makePicture()).subarray(0, 400)],
  ]),
  ...refused('too_many_pixels', 'photo', [
    ['more pixels than anybody needs', 'a.png', () => makePngBomb(30_000, 30_000)],
    ['a pixel row too many', 'a.png', () => makePngBomb(5000, 5001)],
  ]),
  ...refused('too_few_pixels', 'photo', [
    ['a picture that is blurred on a badge', 'a.png', () => makePngBomb(299, 2000)],
  ]),
  ...refused('too_large', 'photo', [
    ['a picture of 5 MB and a bit', 'a.jpg', () => Buffer.alloc(5 * 1024 * 1024 + 1)],
  ]),
  ...refused('type', 'film', [['a film that no phone plays', 'a.rmvb', film]]),
  ...refused('unreadable', 'film', [
    ['a film that was cut off', 'a.mp4', async () => (await film()).subarray(0, -9)],
    ['a film that goes on as a page', 'a.mp4', async () => Buffer.concat([await film(), Buffer.from(html)])],
    ['a film without pictures', 'a.m4v', async () => (await film()).subarray(0, 753)],
    ['a sound named mp4', 'a.mp4', () => sample('sound.mp3')],
    ['a program named mp3', 'a.mp3', () => program],
  ]),
]

function opening(action: string, isPacked = false): Make {
  return () => makePdf({ isPacked, catalogue: `/OpenAction << /S ${action} >>` })
}

function withPart(name: string, content: string | Buffer = '<x/>'): Make {
  return () => makeOffice({ parts: { [name]: content } })
}

function withLink(kind: string, target: string): Make {
  return () => makeOffice({ links: [[kind, target]] })
}

function makePdfWithFile(): Buffer {
  const catalogue = '/Names << /EmbeddedFiles << /Names [(a.exe) 10 0 R] >> >>'
  const objects = ['<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>']
  return makePdf({ isPacked: true, catalogue, objects, padding: program })
}

/** Creates an archive with an entry outside its folder, which the archive library refuses to create. */
async function makeOutside(): Promise<Buffer> {
  const bytes = await makeOffice({ parts: { 'aa/evil.xml': '<x/>' } })
  return Buffer.from(bytes.toString('latin1').replaceAll('aa/evil.xml', '../evil.xml'), 'latin1')
}
