/** A person that developers sign in as on this machine. */
export interface Persona {
  /** The `name` claim; null: the provider knows no name, so the claim is missing. */
  name: string | null;
  /** The label of the person's button. */
  label: string;
  note?: string;
}

export const personas = {
  wei: { name: 'Wei', label: 'Wei' },
  mei: { name: 'Mei-Lin', label: 'Mei-Lin' },
  kai: { name: 'Kai', label: 'Kai', note: 'paid' },
  ama: { name: 'Ama', label: 'Ama', note: 'paid' },
  noor: { name: 'Noor', label: 'Noor' },
  mateo: { name: 'Mateo', label: 'Mateo' },
  nameless: { name: null, label: 'Nameless', note: 'has no name yet' },
  teen: { name: 'Teen', label: 'Teen', note: '16 years old' },
} as const satisfies Record<string, Persona>;

export type PersonaId = keyof typeof personas;

export function isPersonaId(value: string | null | undefined): value is PersonaId {
  return value != null && Object.hasOwn(personas, value);
}
