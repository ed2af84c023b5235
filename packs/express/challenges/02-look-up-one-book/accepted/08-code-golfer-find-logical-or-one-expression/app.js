import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books/:i",(q,s,n,b=books.find(b=>b.id==q.params.i))=>s.status(b?200:404).json(b||{error:"?"}));

export default app;
