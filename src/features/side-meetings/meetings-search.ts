/** Where the applications and their forms are. */
export const formPath = '/user/side-meetings'

/** Query of the side meetings' page. */
export interface MeetingsSearch {
  /** The form is open: for a new application, or for the one of this id. */
  form?: string
}

/** A form for an application that is not there yet. */
export const newMeetingId = 'new'

/** Reads the query; what does not fit is dropped. */
export function parseMeetingsSearch({ form }: Record<string, unknown>): MeetingsSearch {
  return typeof form === 'string' && form !== '' ? { form } : {}
}
