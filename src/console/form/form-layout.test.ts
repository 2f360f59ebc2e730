import { expect, test } from 'vitest'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { isKnownType, buildFormLayout } from './form-layout.ts'
import { toFormShape, listSensitiveFields } from '../data/metadata.ts'

const label = (en: string) => ({ 'zh-CN': en, en })

const field = (type: string, more: Partial<FieldMetadata> = {}): FieldMetadata =>
  ({
    type,
    label: label(type),
    localized: false,
    required: false,
    writable: true,
    masked: false,
    ...more,
  }) as FieldMetadata

const metadata = {
  fields: {
    id: field('id', { writable: false }),
    title: field('string'),
    state: field('enum', { writable: false }),
    kind: field('enum', { typeCode: 'kind' }),
    shape: field('polygon'),
    passport: field('id_number', { masked: true }),
    initials: field('computed'),
    extra: field('string'),
  },
  views: {
    sections: [{ label: label('Main'), fields: ['title', 'state', 'kind', 'shape', 'passport', 'initials'] }],
  },
  options: { kind: [{ value: 'a', label: label('A') }] },
  rules: [],
} as unknown as ModuleMetadata

test('a form asks for what may be written, in the sections of the module, and forgets nothing [250]', () => {
  const { sections, editable } = buildFormLayout(metadata)
  expect(sections).toEqual([
    { label: label('Main'), fields: ['title', 'kind', 'shape', 'passport'] },
    { label: undefined, fields: ['extra'] },
  ])
  // A type of a newer server is shown and never sent.
  expect(editable).toEqual(['title', 'kind', 'passport', 'extra'])
  expect(isKnownType(metadata.fields['shape'])).toBe(false)
  expect(isKnownType(field('list', { of: { ...field('integer') } }))).toBe(false)
  expect(isKnownType(field('list', { of: { ...field('string') } }))).toBe(true)
  expect(isKnownType(field('list', { of: { ...field('string') }, localized: true }))).toBe(false)
})

test('a field that the row does not contain is not editable', () => {
  expect(buildFormLayout(metadata, { id: '1', title: 'A', shape: null }).sections).toEqual([
    { label: label('Main'), fields: ['title', 'shape'] },
  ])
})

test('fields have their options, and masked fields are sensitive', () => {
  expect(toFormShape(metadata).fields['kind']?.options).toEqual(metadata.options['kind'])
  expect(listSensitiveFields(metadata)).toEqual(['passport'])
})
