import { type FormEvent, useReducer, useState } from "react";
import { type Action, type Item, shoppingReducer } from "./shoppingReducer";

const noItems: Item[] = [];

export function ShoppingList() {
  const [items, dispatch] = useReducer(shoppingReducer, noItems);
  const [name, setName] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === "") {
      return;
    }
    const action: Action = { type: "add", id: crypto.randomUUID(), name: trimmed };
    dispatch(action);
    setName("");
  }

  function handleToggle(id: string) {
    const action: Action = { type: "toggle", id: id };
    dispatch(action);
  }

  function handleRemove(id: string) {
    const action: Action = { type: "remove", id: id };
    dispatch(action);
  }

  return (
    <form onSubmit={handleSubmit}>
      <input aria-label="Item" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit">Add</button>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <label>
              <input type="checkbox" checked={item.bought} onChange={() => handleToggle(item.id)} />
              {item.name}
            </label>
            <button type="button" onClick={() => handleRemove(item.id)}>
              Remove {item.name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
