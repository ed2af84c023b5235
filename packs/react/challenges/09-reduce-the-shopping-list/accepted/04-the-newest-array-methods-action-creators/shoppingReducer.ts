export type Item = { id: string; name: string; bought: boolean };

export const add = (name: string) => ({ type: "add", id: crypto.randomUUID(), name }) as const;
export const toggle = (id: string) => ({ type: "toggle", id }) as const;
export const remove = (id: string) => ({ type: "remove", id }) as const;

export type Action = ReturnType<typeof add> | ReturnType<typeof toggle> | ReturnType<typeof remove>;

export function shoppingReducer(items: Item[], action: Action): Item[] {
  const at = items.findIndex((item) => item.id === action.id);
  const item = items[at];
  switch (action.type) {
    case "add":
      return items.toSpliced(items.length, 0, { id: action.id, name: action.name, bought: false });
    case "toggle":
      return item ? items.with(at, { ...item, bought: !item.bought }) : items;
    case "remove":
      return at < 0 ? items : items.toSpliced(at, 1);
  }
}
