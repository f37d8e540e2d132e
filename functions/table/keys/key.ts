export interface Key {
  pk: string;
  sk: string;
}

export const key = (pk: string, sk: string): Key => ({ pk, sk });
