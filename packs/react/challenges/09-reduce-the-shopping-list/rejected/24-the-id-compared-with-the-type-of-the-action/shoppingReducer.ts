export type Item = { id: string; name: string; bought: boolean };

export type ShoppingAction =
  | { type: "add"; id: string; name: string }
  | { type: "toggle"; id: string }
  | { type: "remove"; id: string };

export function shoppingReducer(items: Item[], action: ShoppingAction): Item[] {
  switch (action.type) {
    case "add":
      return [...items, { id: action.id, name: action.name, bought: false }];
    case "toggle":
      return items.map((item) =>
        item.id === action.id ? { ...item, bought: !item.bought } : item,
      );
    case "remove":
      return items.filter((item) => item.id !== action.type);
  }
}
