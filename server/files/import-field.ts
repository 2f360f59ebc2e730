/**
 * Stands in `uploads.field` and `files.for_field` for a table that is to be imported. No field can be named like this, so
 * no row ever holds such a file.
 */
export const importField = '#import'
