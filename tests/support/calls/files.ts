import { expect } from 'vitest'
import { makePdf } from '../pdf-files.ts'
import { makePicture } from '../picture-files.ts'
import { everybody, instant, ok, refused, signedIn, token, unknown, type Answer, type Call } from './call.ts'

/** The module of the upload tests: participants and organisers write its resume, nobody may send a photo too. */
const module = 'test_materials'
const resume = makePdf()

const fileValue = (name: string) => ok(expect.objectContaining({ no: expect.any(String), name }))

/** Who may write the resume, and everybody else with an account. */
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
/** Headers and body that bring all of it. */
export const resumablePart = {
  headers: {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  },
  body: resume,
}

/** Downloads and attachments. */
export const fileCalls: readonly Call[] = [
  {
    name: 'downloadFile',
    method: 'GET',
    path: ({ fileNo }) => `/front/download/file/${fileNo}`,
    answers: everybody({ http: 200 }),
  },
  { name: 'downloadFile', method: 'GET', path: '/front/download/file/nothing', answers: everybody(unknown) },
  {
    name: 'operateHistory',
    method: 'GET',
    path: '/front/operateHistory/has/favourite?module=documents&id=nothing',
    answers: signedIn(ok({ has: false })),
  },
  {
    name: 'operateHistory',
    title: 'a download',
    method: 'GET',
    path: '/front/operateHistory/has/download?no=nothing',
    answers: signedIn(ok({ has: false })),
  },
  {
    name: 'operateHistory',
    title: 'of a kind that there is not',
    method: 'GET',
    path: '/front/operateHistory/has/liked?no=nothing',
    answers: signedIn(unknown),
  },
  {
    name: 'seats',
    method: 'GET',
    path: '/front/registrations/seats',
    answers: signedIn(ok({ left: expect.any(Object) })),
  },
  {
    name: 'upload',
    method: 'POST',
    path: '/front/attachment/upload',
    body: () => form({ module, field: 'resume' }, '简历.pdf', resume),
    answers: writers(fileValue('简历.pdf')),
  },
  {
    name: 'uploadTicket',
    method: 'POST',
    path: '/front/attachment/ticket',
    body: () => ({ module, field: 'photo' }),
    answers: {
      ...writers(ok({ ticket: token, expiresAt: instant })),
      anonymous: ok({ ticket: token, expiresAt: instant }),
    },
  },
  {
    name: 'openUpload',
    method: 'POST',
    path: '/front/attachment/open-upload',
    body: async ({ newTicket }) => form({ ticket: await newTicket() }, '照片.png', await makePicture('png')),
    answers: { ...writers(fileValue('照片.png')), anonymous: fileValue('照片.png') },
  },
  {
    name: 'openUpload',
    title: 'without a ticket',
    method: 'POST',
    path: '/front/attachment/open-upload',
    body: () => form({ ticket: 'A'.repeat(43) }, '照片.pdf', resume),
    answers: everybody(refused(422, 'upload.ticket')),
  },
  {
    name: 'resumableUploads',
    method: 'POST',
    path: '/front/attachment/resumable',
    headers: resumableHeaders,
    answers: writers({
      http: 201,
      location: expect.stringMatching(/^\/api\/front\/attachment\/resumable\/[\w-]+$/) as string,
    }),
  },
  {
    name: 'resumableUploads',
    title: 'how far it has come',
    method: 'HEAD',
    path: async ({ newUpload }) => `/front/attachment/resumable/${await newUpload(false)}`,
    headers: { 'tus-resumable': '1.0.0' },
    // A refusal has no body here.
    answers: {
      ...writers({ http: 200 }),
      anonymous: { http: 401 },
      applicant: { http: 404 },
      staff: { http: 404 },
    },
  },
  {
    name: 'resumableUploads',
    title: 'a part',
    method: 'PATCH',
    path: async ({ newUpload }) => `/front/attachment/resumable/${await newUpload(false)}`,
    headers: resumablePart.headers,
    body: () => resume,
    answers: writers({ http: 204 }),
  },
  {
    name: 'resumableUploads',
    title: 'given up',
    method: 'DELETE',
    path: async ({ newUpload }) => `/front/attachment/resumable/${await newUpload(false)}`,
    headers: { 'tus-resumable': '1.0.0' },
    answers: writers({ http: 204 }),
  },
  {
    name: 'resumedFile',
    method: 'GET',
    path: async ({ newUpload }) => `/front/attachment/resumable/${await newUpload(true)}/file`,
    answers: writers(fileValue('cv.pdf')),
  },
]

function form(fields: Readonly<Record<string, string>>, name: string, bytes: Uint8Array): FormData {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.set(field, value)
  body.set('file', new Blob([bytes as BlobPart]), name)
  return body
}
