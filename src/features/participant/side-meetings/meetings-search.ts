/** Route of applications and forms. */
export const formPath = '/user/side-meetings'

/** Search parameters of the side meetings page. */
export interface MeetingsSearch {
  /** The open form: of a new application, or of the one with this id. */
  form?: string
}

/** Value of `form` for a new application. */
export const newMeetingId = 'new'

/** Parses the search parameters; drops what does not fit. */
export function parseMeetingsSearch({ form }: Record<string, unknown>): MeetingsSearch {
  return typeof form === 'string' && form !== '' ? { form } : {}
}
