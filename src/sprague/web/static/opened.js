location.protocol==="file:"&&document.addEventListener("DOMContentLoaded",()=>{for(const e of document.querySelectorAll(".as-file"))e.hidden=!1});
