import { type FormEvent, useReducer, useState } from "react";
import { shoppingReducer } from "./shoppingReducer";

export function ShoppingList() {
  const [items, dispatch] = useState<{ id: string; name: string; bought: boolean }[]>([]);
  const [name, setName] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    dispatch([...items, { id: crypto.randomUUID(), name, bought: false }]);
    setName("");
  }

  function handleToggle(id: string) {
    dispatch(items.map((item) => (item.id === id ? { ...item, bought: !item.bought } : item)));
  }

  function handleRemove(id: string) {
    dispatch(items.filter((item) => item.id !== id));
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
