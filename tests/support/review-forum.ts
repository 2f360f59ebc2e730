import PostalMime from 'postal-mime'
import { beforeAll } from 'vitest'
import { meetingRooms } from '../../contract/modules/meeting-rooms.ts'
import { settings } from '../../contract/modules/settings.ts'
import { tourRoutes } from '../../contract/modules/tour-routes.ts'
import { tracks } from '../../contract/modules/tracks.ts'
import { ensureMobileAccount } from '#server/accounts/users.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import {
  meetingRooms as sampleRooms,
  tourRoutes as sampleTours,
  tracks as sampleTracks,
} from '../../server/sample/programme.ts'
import { settings as sampleSettings } from '../../server/sample/rows.ts'
import { call } from './accounts.ts'
import type { TestPlace } from './databases.ts'
import { readMails, until } from './outgoing.ts'
import { makePicture } from './picture-files.ts'
import { sendForm, signUp } from './upload-forum.ts'
import { useServer, type SuiteServer } from './use-server.ts'

/** A signed-in user. */
export interface Person {
  id: string
  token: string
  mobile: string
}

/** A row of a response. */
export type Row = Readonly<Record<string, unknown>> & { id: string; version: number }

/** Response of a call, with issues by path. */
export interface Reply {
  code: number
  data: Row
  items: readonly Row[]
  key: string | undefined
  problems: Readonly<Record<string, string>>
}

/** A sent mail. */
export interface SentMail {
  to: string
  subject: string
  text: string
}

/** Input for a side meeting. */
export const application = {
  name: 'Storage round table',
  master_unit: 'Institute of Storage',
  subject: 'Costs of storage',
  guests: ['Head of the institute', 'Planner of a grid', 'Engineer'],
  apply_date: '2023-09-06',
  start_time_at: '09:00',
  end_time_at: '11:00',
  room_size: '50-100',
  need_interpretaion_equipment: true,
}

/** A room of the requested size at the requested time. */
export const assignment = {
  assigned_room: 'mr-301',
  assigned_date: '2023-09-06',
  assigned_start_time_at: '09:00',
  assigned_end_time_at: '11:00',
}

/**
 * A forum with sub-forums, tours and meeting rooms in which users register and organisers review, by API calls only.
 */
export class ReviewForum {
  readonly now = new Date('2023-08-01T01:00:00Z')
  readonly server: SuiteServer
  organiser = ''
  #people = 0
  readonly #photos = new Map<string, string>()

  constructor(place: TestPlace) {
    this.server = useServer(place, {
      start: this.now,
      hasMessages: true,
      fill: async ({ write }) => {
        await write(settings, sampleSettings)
        const tours = sampleTours.map((tour) => ({ ...tour, room: null, session: null }))
        await write(
          tracks,
          sampleTracks.map((track) => ({ ...track, room: null })),
        )
        await write(tourRoutes, tours)
        await write(meetingRooms, sampleRooms)
      },
    })
    beforeAll(async () => {
      this.organiser = await signUp(this.db, 'organiser', 'organiser', this.now)
    })
  }

  get db() {
    return this.server.db
  }

  get dataDir(): string {
    return this.server.dataDir
  }

  async addApplicant(): Promise<Person> {
    this.#people += 1
    const mobile = `+86138${String(20_000_000 + this.#people)}`
    const id = await this.db.transaction((trx) => ensureMobileAccount(trx, mobile, this.now))
    return { id, mobile, token: await this.signIn({ id }) }
  }

  /** @returns a new token */
  signIn({ id }: Pick<Person, 'id'>): Promise<string> {
    return this.db.transaction((trx) => insertSignIn(trx, { id }, this.now))
  }

  /** Uploads a photo for a registration. @returns its number */
  async upload(person: Person, module = 'registrations'): Promise<string> {
    const url = `${this.server.url}/api/front/attachment/upload`
    const file = { name: 'me.jpg', bytes: await makePicture() }
    const { status, data } = await sendForm(url, { module, field: 'photo' }, file, person.token)
    if (status !== 200) throw new Error(`the photo was refused with ${status}`)
    return data.no
  }

  /** Creates the input of a registration, with a photo of its own. */
  async formOf(person: Person, module = 'registrations'): Promise<Readonly<Record<string, unknown>>> {
    const key = `${person.id} ${module}`
    const photo = this.#photos.get(key) ?? (await this.upload(person, module))
    this.#photos.set(key, photo)
    const kind =
      module === 'registrations'
        ? { business_category: 'developers' }
        : { identity_category: 'media_personnel', department: 'A magazine' }
    return {
      realname: 'Lin Example',
      id_number: `E${person.mobile.slice(-8)}`,
      email: `${person.mobile.slice(1)}@forum.example`,
      country: 'China',
      city: 'Suzhou',
      company: 'A company',
      position: 'Engineer',
      photo,
      ...kind,
    }
  }

  /** Registers a user. @throws Error when it is rejected */
  async register(person: Person, more: object = {}, module = 'registrations', locale = 'en'): Promise<Row> {
    const fields = await this.filled(person, more, module)
    const { code, data, problems } = await this.post(module, fields, person, locale)
    if (code !== 200) throw new Error(`the registration was refused: ${JSON.stringify(problems)}`)
    return data
  }

  async filled(person: Person, more: object = {}, module = 'registrations'): Promise<object> {
    return { ...(await this.formOf(person, module)), ...more }
  }

  post(module: string, fields: object, as?: Pick<Person, 'token'>, locale = 'en'): Promise<Reply> {
    return this.ask(`/front/post/${module}`, fields, as, locale)
  }

  edit(module: string, row: Pick<Row, 'id'>, fields: object, as?: Pick<Person, 'token'>): Promise<Reply> {
    return this.ask(`/front/edit/${module}`, { id: row.id, ...fields }, as)
  }

  act(
    module: string,
    action: string,
    row: Pick<Row, 'id'>,
    fields: object = {},
    as = this.desk,
  ): Promise<Reply> {
    return this.ask(`/front/action/${module}/${action}`, { id: row.id, ...fields }, as)
  }

  async approve(person: Person, more: object = {}, module = 'registrations', locale = 'en'): Promise<Row> {
    const row = await this.register(person, more, module, locale)
    const { code, data } = await this.act(module, 'approve', row)
    if (code !== 200) throw new Error('the approval was refused')
    return data
  }

  list(module: string, as?: Pick<Person, 'token'>, query = ''): Promise<Reply> {
    return this.ask(`/front/query/${module}/all${query}`, undefined, as)
  }

  read(module: string, { id }: Pick<Row, 'id'>, as?: Pick<Person, 'token'>): Promise<Reply> {
    return this.ask(`/front/query/${module}/${id}`, undefined, as)
  }

  /** The organiser's token. */
  get desk(): Pick<Person, 'token'> {
    return { token: this.organiser }
  }

  async ask(path: string, body?: object, as?: Pick<Person, 'token'>, locale = 'en'): Promise<Reply> {
    const answer = await call(this.server, path, body, {
      ...(as && { token: as.token }),
      headers: { 'accept-language': locale },
    })
    const { code, data, error } = answer.body
    const fields = error?.fields ?? []
    return {
      code,
      data: data as Row,
      items: (data as { items?: Row[] } | null)?.items ?? [],
      key: error?.key,
      problems: Object.fromEntries(fields.map((field) => [field.path, field.key])),
    }
  }

  /** Waits for this number of mails to an address; they are in no order. */
  async mailsTo(email: unknown, count: number): Promise<SentMail[]> {
    const find = async () => {
      const mails = await Promise.all((await readMails(this.dataDir)).map((eml) => PostalMime.parse(eml)))
      const sent = mails
        .map(({ to, subject = '', text = '' }) => ({ to: to?.[0]?.address ?? '', subject, text }))
        .filter((mail) => mail.to === email)
      return sent.length >= count && sent
    }
    return until(find, `${count} mails to ${String(email)}`)
  }

  async setSeats(id: string, seats: number): Promise<void> {
    await this.server.write(tourRoutes, [{ id, seats }])
  }

  async addParticipant(locale = 'en'): Promise<Person & { email: string }> {
    const person = await this.addApplicant()
    const { email } = await this.approve(person, {}, 'registrations', locale)
    return { ...person, email: String(email) }
  }

  /** Applies for a side meeting. @throws Error when it is rejected */
  async apply(person: Person, more: object = {}, locale = 'en'): Promise<Row> {
    const fields = { ...application, ...more }
    const { code, data, problems } = await this.post('side_meetings', fields, person, locale)
    if (code !== 200) throw new Error(`the application was refused: ${JSON.stringify(problems)}`)
    return data
  }

  assign(row: Pick<Row, 'id'>, more: object = {}): Promise<Reply> {
    return this.act('side_meetings', 'assign', row, { ...assignment, ...more })
  }
}
