import { makeOffice } from './office-files.ts'
import { makePdf } from './pdf-files.ts'
import { makePicture, makePngBomb } from './picture-files.ts'

const html = '<html><script>alert(1)</script></html>'
/** The first bytes of a Windows program, and some more. */
export const program = Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(2000, 1)])

/** Files that must not be taken: what each is, its field, name and bytes, the answer's status and key. */
export const badFiles: [string, string, string, () => Buffer | Promise<Buffer>, number, string][] = [
  ['a program named pdf', 'resume', 'cv.pdf', () => program, 422, 'upload.unreadable'],
  ['a page named pdf', 'resume', 'cv.pdf', () => Buffer.from(html), 422, 'upload.unreadable'],
  [
    'a page behind the first bytes of a pdf',
    'resume',
    'cv.pdf',
    () => Buffer.from(`%PDF-1.7 ${html}`),
    422,
    'upload.unreadable',
  ],
  ['a program', 'resume', 'cv.pdf.exe', () => program, 422, 'upload.type'],
  ['a file without ending', 'resume', 'cv', makePdf, 422, 'upload.type'],
  ['an ending that a mark turns around', 'resume', 'cv\u202Efdp.exe', () => program, 422, 'upload.type'],
  ['a picture where a document belongs', 'resume', 'me.png', () => makePicture('png'), 422, 'upload.type'],
  [
    'a drawing',
    'photo',
    'a.svg',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    422,
    'upload.type',
  ],
  [
    'a drawing named png',
    'photo',
    'a.png',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    422,
    'upload.unreadable',
  ],
  ['a gif', 'photo', 'a.gif', () => makePicture('gif'), 422, 'upload.type'],
  ['a gif named jpg', 'photo', 'a.jpg', () => makePicture('gif'), 422, 'upload.unreadable'],
  ['a png named jpg', 'photo', 'a.jpg', () => makePicture('png'), 422, 'upload.unreadable'],
  [
    'half a picture',
    'photo',
    'a.jpg',
    async () => (await makePicture()).subarray(0, 400),
    422,
    'upload.unreadable',
  ],
  [
    'more pixels than anybody needs',
    'photo',
    'a.png',
    () => makePngBomb(30_000, 30_000),
    422,
    'upload.too_many_pixels',
  ],
  ['a pixel row too many', 'photo', 'a.png', () => makePngBomb(5000, 5001), 422, 'upload.too_many_pixels'],
  [
    'a picture of 5 MB and a bit',
    'photo',
    'a.jpg',
    () => Buffer.alloc(5 * 1024 * 1024 + 1),
    413,
    'upload.too_large',
  ],
  ['a picture of 9 MB', 'photo', 'a.jpg', () => Buffer.alloc(9 * 1024 * 1024), 413, 'upload.too_large'],
  ['nothing', 'resume', 'cv.pdf', () => Buffer.alloc(0), 422, 'upload.unreadable'],
  ['a pdf that was cut off', 'resume', 'cv.pdf', () => makePdf().subarray(0, -6), 422, 'upload.unreadable'],
  ['a locked pdf', 'resume', 'cv.pdf', () => makePdf({ isEncrypted: true }), 422, 'upload.unreadable'],
  [
    'a pdf that runs a script when it opens',
    'resume',
    'cv.pdf',
    () => makePdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
    422,
    'upload.active_content',
  ],
  [
    'a script in packed objects',
    'resume',
    'cv.pdf',
    () => makePdf({ isPacked: true, catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
    422,
    'upload.active_content',
  ],
  [
    'a script with letters as numbers',
    'resume',
    'cv.pdf',
    () => makePdf({ catalogue: '/OpenAction << /S /#4aava#53cript /JS (app.alert(1)) >>' }),
    422,
    'upload.active_content',
  ],
  [
    'a link that launches a program',
    'resume',
    'cv.pdf',
    () => makePdf({ page: '/Annots [10 0 R]', objects: [launch] }),
    422,
    'upload.active_content',
  ],
  [
    'a launch in packed objects',
    'resume',
    'cv.pdf',
    () => makePdf({ isPacked: true, page: '/Annots [10 0 R]', objects: [launch] }),
    422,
    'upload.active_content',
  ],
  [
    'a pdf with a file inside',
    'resume',
    'cv.pdf',
    () =>
      makePdf({
        isPacked: true,
        catalogue: `/Names << /EmbeddedFiles << /Names [(a.exe) 10 0 R] >> >>`,
        objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>'],
        padding: program,
      }),
    422,
    'upload.active_content',
  ],
  [
    'a document with a macro',
    'resume',
    'cv.docx',
    () => makeOffice({ parts: { 'word/vbaProject.bin': 'x' } }),
    422,
    'upload.active_content',
  ],
  [
    'a macro document with another ending',
    'resume',
    'cv.docx',
    () => makeOffice({ type: 'docm' }),
    422,
    'upload.active_content',
  ],
  [
    'a document with a control',
    'resume',
    'cv.docx',
    () => makeOffice({ parts: { 'word/activeX/activeX1.xml': '<x/>' } }),
    422,
    'upload.active_content',
  ],
  [
    'a document with a program inside',
    'resume',
    'cv.docx',
    () => makeOffice({ parts: { 'word/embeddings/oleObject1.bin': program } }),
    422,
    'upload.active_content',
  ],
  [
    'a template from outside',
    'resume',
    'cv.docx',
    () => makeOffice({ links: [['attachedTemplate', 'https://evil.example/t.dotm']] }),
    422,
    'upload.active_content',
  ],
  [
    'a picture from outside',
    'resume',
    'cv.docx',
    () => makeOffice({ links: [['image', 'https://evil.example/p.png']] }),
    422,
    'upload.active_content',
  ],
  [
    'a table named document',
    'resume',
    'cv.docx',
    () => makeOffice({ type: 'xlsx' }),
    422,
    'upload.unreadable',
  ],
  [
    'slides named document',
    'resume',
    'cv.docx',
    () => makeOffice({ type: 'pptx' }),
    422,
    'upload.unreadable',
  ],
  [
    'a bomb',
    'resume',
    'cv.docx',
    () => makeOffice({ parts: { 'word/bomb.xml': Buffer.alloc(50_000_000) } }),
    422,
    'upload.unreadable',
  ],
  [
    'many small bombs',
    'resume',
    'cv.docx',
    () =>
      makeOffice({
        parts: Object.fromEntries(
          Array.from({ length: 60 }, (_, at) => [`a${at}.xml`, Buffer.alloc(1_000_000)]),
        ),
      }),
    422,
    'upload.unreadable',
  ],
  [
    'a page before a pdf',
    'resume',
    'cv.pdf',
    () => Buffer.concat([Buffer.from(html), makePdf()]),
    422,
    'upload.unreadable',
  ],
  [
    'a pdf that launches a program when it opens',
    'resume',
    'cv.pdf',
    () => makePdf({ catalogue: '/OpenAction << /S /Launch /F (calc.exe) >>' }),
    422,
    'upload.active_content',
  ],
  [
    'half an archive',
    'resume',
    'cv.docx',
    async () => (await makeOffice()).subarray(0, -30),
    422,
    'upload.unreadable',
  ],
  ['a path out of the archive', 'resume', 'cv.docx', () => makeOutside(), 422, 'upload.unreadable'],
  [
    'links that are not XML',
    'resume',
    'cv.docx',
    () => makeOffice({ parts: { 'x/_rels/y.rels': '<!DOCTYPE a [<!ENTITY e "f">]><a b="&e;"' } }),
    422,
    'upload.unreadable',
  ],
]

const launch = '<< /Type /Annot /Subtype /Link /Rect [0 0 100 100] /A << /S /Launch /F (calc.exe) >> >>'

/** An archive with a part whose name climbs out of it; the library that makes archives refuses to. */
async function makeOutside(): Promise<Buffer> {
  const bytes = await makeOffice({ parts: { 'aa/evil.xml': '<x/>' } })
  return Buffer.from(bytes.toString('latin1').replaceAll('aa/evil.xml', '../evil.xml'), 'latin1')
}
