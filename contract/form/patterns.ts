/**
 * Patterns of text types, as sources of regular expressions. JSON Schemas contain the same sources, which validators
 * compile with the flag `u`; the form checks compile them without. So nothing in them may depend on flags. None of them
 * backtracks over long text, because the form checks limit the length first.
 */

/** As HTML has it for `<input type=email>`, with a domain of at least two names. */
export const emailPattern =
  "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$"

/** A telephone number with blanks, hyphens and brackets, and at least five digits. */
export const phonePattern = '^(?=(?:\\D*\\d){5})\\+?[0-9() -]{5,20}$'

/** Only web pages: no URL that runs code, and none with user name and password. */
export const urlPattern = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\<>"]+(?:[/?#][^\\s\\\\<>"]*)?$'

/** Passports and identity cards, without blanks and hyphens. */
export const idNumberPattern = '^[A-Z0-9]{6,20}$'

/** A time of day to the minute. Filters also accept seconds: see `castScalar`. */
export const timePattern = '^(?:[01]\\d|2[0-3]):[0-5]\\d$'

/** An instant with its zone. The code that uses it also rejects days such as 30 February. */
export const instantPattern =
  '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d\\d:\\d\\d)$'

/** Maximum length of an e-mail address (RFC 5321 4.5.3.1.3, without the brackets). */
export const maxEmailLength = 254

/** Maximum length of a URL that old proxies and browsers accept. */
export const maxUrlLength = 2000

/** Maximum length of the number of a stored file. */
export const maxFileNoLength = 64

/** Maximum number of items of a field without a `max`. */
export const maxItems = 500

/** Largest integer that both databases store in an integer column. */
export const maxInteger = 2 ** 31 - 1
