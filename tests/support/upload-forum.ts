import type { FileValue } from '#contract/row.ts'
import { f } from '#contract/fields.ts'
import { mediaRules, idPhotoRules, presentationRules, resumeRules } from '#contract/file-kinds.ts'
import { defineModule } from '#contract/module-definition.ts'
import type { Role } from '#contract/api.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import type { Database } from '#server/db/client.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { articleCategoryServer, documentsServer } from '#server/modules/content.ts'
import { addPerson } from './accounts.ts'
import { fetchServed } from './fetch-served.ts'
import { label } from './form-fields.ts'

/** A module of tests with a field for every kind of file rule. */
export const materials = defineModule({
  name: 'test_materials',
  label: label('Materials'),
  group: 'forms',
  titleTemplate: '{{id}}',
  fields: {
    photo: f.image({ label: label('Photo'), accept: idPhotoRules }),
    resume: f.file({ label: label('Resume'), accept: resumeRules }),
    slides: f.file({ label: label('Slides'), accept: presentationRules }),
    film: f.file({ label: label('Film'), accept: mediaRules }),
    contract: f.file({ label: label('Contract'), accept: resumeRules }),
    seal: f.image({ label: label('Seal') }),
  },
})

/** Participants write some of its fields, no caller may send a photo, organisers read all. */
export const materialsServer = serverModule(materials, {
  permissions: {
    anonymous: allow('create').fields(['photo']),
    participant: allow('create update').fields(['photo', 'resume', 'slides', 'film', 'seal']),
    staff: allow('list read'),
    organiser: allow('list read drafts create update'),
  },
})

/** The modules of an upload test. */
export const uploadModules = [materialsServer, documentsServer, articleCategoryServer]

/** Creates an account. @returns its token */
export async function signUp(db: Database, id: string, role: Role, now: Date): Promise<string> {
  await addPerson({ db }, { id, loginName: `${id}.test`, role }, now)
  return await insertSignIn(db.kysely, { id }, now)
}

/** Response to an upload. */
export interface UploadAnswer {
  status: number
  text: string
  data: FileValue
  key: string | undefined
}

/** Sends a form with a file after its fields. */
export async function sendForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  file: { name: string; bytes: Uint8Array },
  token?: string,
): Promise<UploadAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([file.bytes as BlobPart]), file.name)
  const headers = token === undefined ? undefined : { authorization: token }
  const answer = await fetchServed(url, { method: 'POST', body: form, ...(headers && { headers }) })
  const text = await answer.text()
  const body = JSON.parse(text) as { data: FileValue; error?: { key: string } }
  return {
    status: answer.status,
    text: text.replace(/"requestId":"[^"]*"/, ''),
    data: body.data,
    key: body.error?.key,
  }
}
