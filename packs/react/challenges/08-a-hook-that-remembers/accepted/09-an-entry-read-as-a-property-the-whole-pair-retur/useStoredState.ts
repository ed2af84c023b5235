import{useState as u,useEffect as e}from"react"
export const useStoredState=<T,>(k:string,i:T)=>{const p=u<T>(()=>{try{return JSON.parse(localStorage[k])}catch{return i}})
e(()=>{localStorage[k]=JSON.stringify(p[0])},[k,p[0]])
return p}
