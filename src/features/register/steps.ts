/** The parts of the form, each on a screen of its own. */
export type FormStep = 'who' | 'work' | 'choices' | 'photo'

/** All steps: before the form the mobile is proven, after it all is looked through. */
export type Step = 'mobile' | FormStep | 'review'

/** The two ways to register, as addresses name them. */
export type KindName = 'participants' | 'staff'

/** The step named in an address; undefined for the page that leads to the form. */
export function parseStep(search: Record<string, unknown>): { step?: Step } {
  const known: readonly Step[] = ['mobile', 'who', 'work', 'choices', 'photo', 'review']
  const step = known.find((one) => one === search['step'])
  return step ? { step } : {}
}

/** Which registration a page tells of. */
export function parseKind(search: Record<string, unknown>): { kind?: KindName } {
  const known: readonly KindName[] = ['participants', 'staff']
  const kind = known.find((one) => one === search['kind'])
  return kind ? { kind } : {}
}
