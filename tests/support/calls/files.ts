import { expect } from 'vitest'
import { makePdf } from '../pdf-files.ts'
import { makePicture } from '../picture-files.ts'
import {
  everybody,
  get,
  instant,
  ok,
  post,
  signedIn,
  token,
  unknown,
  type Answer,
  type Call,
  type CallFacts,
} from './call.ts'

/** The module of the upload tests: participants and organisers write its resume, and no caller may send a photo. */
const module = 'test_materials'
const resume = makePdf()

const fileValue = (name: string) => ok(expect.objectContaining({ no: expect.any(String), name }))

/** Responses to the callers who may write the resume, and not found to others. */
const writers = (answer: Answer): Call['answers'] => ({
  ...signedIn(unknown),
  participant: answer,
  organiser: answer,
  administrator: answer,
})

/** Headers that begin a resumable upload of the resume. */
export const resumableHeaders = {
  'tus-resumable': '1.0.0',
  'upload-length': String(resume.length),
  'upload-metadata': `filename ${btoa('cv.pdf')},module ${btoa(module)},field ${btoa('resume')}`,
}
/** Headers and body that complete the upload. */
export const resumablePart = {
  headers: {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  },
  body: resume,
}

const resumable = {
  name: 'resumableUploads',
  path: async ({ newUpload }: CallFacts) => `/front/attachment/resumable/${await newUpload(false)}`,
  headers: { 'tus-resumable': '1.0.0' },
} as const

/** Downloads and attachments. */
export const fileCalls: readonly Call[] = [
  get('downloadFile', ({ fileNo }) => `/front/download/file/${fileNo}`, everybody({ http: 200 })),
  get('downloadFile', '/front/download/file/nothing', everybody(unknown)),
  get(
    'operateHistory',
    '/front/operateHistory/has/favourite?module=documents&id=nothing',
    signedIn(ok({ has: false })),
  ),
  get('seats', '/front/registrations/seats', signedIn(ok({ left: expect.any(Object) }))),
  post(
    'upload',
    '/front/attachment/upload',
    () => form({ module, field: 'resume' }, '简历.pdf', resume),
    writers(fileValue('简历.pdf')),
  ),
  post(
    'uploadTicket',
    '/front/attachment/ticket',
    { module, field: 'photo' },
    {
      ...writers(ok({ ticket: token, expiresAt: instant })),
      anonymous: ok({ ticket: token, expiresAt: instant }),
    },
  ),
  post(
    'openUpload',
    '/front/attachment/open-upload',
    async ({ newTicket }: CallFacts) =>
      form({ ticket: await newTicket() }, '照片.png', await makePicture('png')),
    { ...writers(fileValue('照片.png')), anonymous: fileValue('照片.png') },
  ),
  {
    ...resumable,
    method: 'POST',
    path: '/front/attachment/resumable',
    headers: resumableHeaders,
    answers: writers({
      http: 201,
      location: expect.stringMatching(/^\/api\/front\/attachment\/resumable\/[\w-]+$/) as string,
    }),
  },
  {
    ...resumable,
    title: 'how far it has come',
    method: 'HEAD',
    // An error has no body here.
    answers: {
      ...writers({ http: 200 }),
      anonymous: { http: 401 },
      applicant: { http: 404 },
      staff: { http: 404 },
    },
  },
  {
    ...resumable,
    title: 'a part',
    method: 'PATCH',
    headers: resumablePart.headers,
    body: () => resume,
    answers: writers({ http: 204 }),
  },
  { ...resumable, title: 'given up', method: 'DELETE', answers: writers({ http: 204 }) },
  get(
    'resumedFile',
    async ({ newUpload }) => `/front/attachment/resumable/${await newUpload(true)}/file`,
    writers(fileValue('cv.pdf')),
  ),
]

function form(fields: Readonly<Record<string, string>>, name: string, bytes: Uint8Array): FormData {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.set(field, value)
  body.set('file', new Blob([bytes as BlobPart]), name)
  return body
}
